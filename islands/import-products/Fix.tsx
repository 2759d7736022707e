import { type FormEvent, useState } from 'react';
import { counted, formatUnits } from '../../server/contract/money';
import {
  type Preview,
  type ProblemGroup,
  type RowList,
  rowLists,
} from '../../server/imports/preview/contract';
import { useLateComponent } from '../browser/use-late-component';
import { Count } from '../ui/badge';
import { Button } from '../ui/button';
import { Disclosure } from '../ui/disclosure';
import { Notice, Skeleton } from '../ui/feedback';
import { Groups, mayFixAtOnce } from './Groups';
import { gridColumns } from './grid-columns';
import { productLines, repeatsLine, rowTotal, soldOutLine } from './outcome';
import type { ImportFlow } from './use-import';
import { useIsPhone } from './use-is-phone';
import { useRows } from './use-rows';

interface Props {
  preview: Preview;
  flow: ImportFlow;
}

const LISTS: Record<RowList, string> = {
  problems: 'Problems',
  refused: "Can't be imported",
  incomplete: 'Needs details',
  check: 'Check values',
  changed: 'Updated',
  differs: 'Differ',
  all: 'All',
};

function countOf({ counts, lists }: Preview, list: RowList): number {
  if (list === 'all') return rowTotal(counts);
  return (list === 'check' || list === 'problems' ? lists?.[list] : counts[list]) ?? 0;
}

/** The list of the rows that a kind of problem makes. */
const LIST_OF: Record<ProblemGroup['kind'], RowList> = {
  refused: 'refused',
  incomplete: 'incomplete',
  warning: 'check',
  question: 'check',
};

const problemLists: readonly RowList[] = ['refused', 'incomplete', 'check'];

/** Those with rows; all problems only where there are several kinds. */
function filledLists(preview: Preview): RowList[] {
  const filled = rowLists.filter((list) => countOf(preview, list) > 0);
  const kinds = filled.filter((list) => problemLists.includes(list));
  return filled.filter((list) => list !== 'problems' || kinds.length > 1);
}

/** The kinds of problems that the rows of a list are there for. */
const groupsIn = ({ groups }: Preview, list: RowList, filled: readonly RowList[]) =>
  filled.includes('problems') && problemLists.includes(list)
    ? groups.filter(({ kind }) => LIST_OF[kind] === list)
    : groups;

/** The rows of the file: what is to be fixed first. */
export function Fix({ preview, flow }: Props) {
  const { corrections, updates, setUpdates } = flow;
  const [chosen, setChosen] = useState<RowList | null>(null);
  const [columns] = useState(() => gridColumns(preview));
  const isPhone = useIsPhone();
  const filled = filledLists(preview);
  const list = (chosen && filled.find((one) => one === chosen)) ?? filled[0] ?? 'all';
  const rows = useRows(preview, list);
  const Rows = useLateComponent({
    wanted: true,
    load: () => import('./Rows').then((loaded) => loaded.Rows),
    onFailure: () => undefined,
  });
  const Updates = useLateComponent({
    wanted:
      preview.differs_count + preview.update.length + (preview.absent?.count ?? 0) > 0 ||
      preview.imported_before !== null,
    load: () => import('./Updates').then((loaded) => loaded.Updates),
    onFailure: () => undefined,
  });

  const groups = groupsIn(preview, list, filled);
  const fixableGroups = groups.filter(mayFixAtOnce);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!corrections.isUntouched) void corrections.apply();
  }

  return (
    <form className="import-fix" aria-label={titleOf(preview)} noValidate onSubmit={submit}>
      <div className="import-bar">
        <h2>{titleOf(preview)}</h2>
        <fieldset className="import-lists" aria-label="Rows to show">
          {filled.map((one) => (
            <button
              key={one}
              type="button"
              className={TONES[one]}
              aria-pressed={one === list}
              onClick={() => setChosen(one)}
            >
              {LISTS[one]} <Count value={formatUnits(countOf(preview, one))} />
            </button>
          ))}
        </fieldset>
        {!isPhone && <Check corrections={corrections} />}
        <Download preview={preview} />
      </div>
      {Updates && (
        <Updates preview={preview} updates={updates} onChange={setUpdates} onPreview={flow.change} />
      )}
      {!isPhone && <Groups groups={groups} corrections={corrections} />}
      {isPhone && fixableGroups.length > 0 && (
        <Disclosure title="Fix several rows at once" count={fixableGroups.length} level={3}>
          <Groups groups={fixableGroups} corrections={corrections} />
        </Disclosure>
      )}
      {rows.fault && (
        <Notice
          tone="red"
          title="The rows could not be loaded"
          action={
            <Button size="small" onClick={rows.retry}>
              Try Again
            </Button>
          }
        >
          {rows.fault}
        </Notice>
      )}
      <a className="skip-link" href="#after-rows">
        Skip rows
      </a>
      {Rows ? (
        <Rows
          key={list}
          label={`${LISTS[list]}, ${counted(countOf(preview, list), 'row')}`}
          rows={rows}
          columns={columns}
          corrections={corrections}
          check={<Check corrections={corrections} />}
          isPhone={isPhone}
        />
      ) : (
        <Skeleton shape="rows" count={8} label="Loading rows" />
      )}
      <p id="after-rows" tabIndex={-1} className="import-outcome" aria-live="polite">
        {flow.busy
          ? 'Checking your file…'
          : preview.product_counts &&
            `${productLines(preview.product_counts, 'will be ').join(' ')} ${repeatsLine(preview.counts, preview.product_counts)}`}{' '}
        {updates.body?.sold_out && soldOutLine(updates.body.sold_out.count, 'will be')}{' '}
        <span className="muted">
          {consequence(preview)} Nothing is saved until you submit.
          {countOf(preview, list) > rows.total &&
            ` The first ${counted(rows.total, 'row')} can be shown here.`}
        </span>
      </p>
    </form>
  );
}

const TONES: Partial<Record<RowList, string>> = { refused: 'red', incomplete: 'yellow', check: 'yellow' };

function titleOf({ counts, groups }: Preview): string {
  if (counts.incomplete + counts.refused > 0) return 'Rows to fix';
  return groups.length > 0 ? 'Values to check' : `${counted(rowTotal(counts), 'row')} in your file`;
}

/** Sends what was typed. Enter in a cell does, too. */
const Check = ({ corrections }: Pick<ImportFlow, 'corrections'>) =>
  !corrections.isUntouched && (
    <Button type="submit" size="small" busy={corrections.isApplying}>
      Check Again
    </Button>
  );

const Download = ({ preview }: Pick<Props, 'preview'>) =>
  preview.groups.length > 0 && (
    <Button
      href={`/import_previews/${preview.id}/rejected.csv`}
      icon="download"
      size="small"
      tone="quiet"
      target="_blank"
    >
      Download Rows
    </Button>
  );

/** What happens to rows with problems as they are. */
function consequence({ counts: { incomplete, refused }, groups }: Preview): string {
  const parts: [isSo: boolean, text: string][] = [
    [refused > 0, "rows that can't be imported are left out"],
    [incomplete > 0, 'products that need details stay hidden from buyers'],
    [groups.some(({ kind }) => kind === 'warning'), 'values with a warning are skipped'],
    [groups.some(({ kind }) => kind === 'question'), 'values to check are imported as they are shown'],
  ];
  const said = parts.filter(([isSo]) => isSo).map(([, text]) => text);
  return said.length === 0 ? '' : `Submitted as they are, ${new Intl.ListFormat('en-US').format(said)}.`;
}
