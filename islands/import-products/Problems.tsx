import type { FormEvent } from 'react';
import type { RowCounts } from '../../server/imports/contract';
import type { Preview } from '../../server/imports/preview/contract';
import { Button } from '../ui/button';
import { Group } from './Group';
import { ProblemRow } from './ProblemRow';
import { nameOfGroup } from './use-corrections';
import type { ImportFlow } from './use-import';

interface Props {
  preview: Preview;
  corrections: ImportFlow['corrections'];
}

const MAX_SHOWN = 50;

const toFix = ({ incomplete, refused }: RowCounts) => incomplete + refused;

/** What happens to these rows as they are. */
function consequence({ counts: { incomplete, refused }, groups }: Preview): string {
  const parts: [isSo: boolean, text: string][] = [
    [refused > 0, "rows that can't be imported are left out"],
    [incomplete > 0, 'products that need details stay hidden from buyers'],
    [groups.some(({ kind }) => kind === 'warning'), 'values with a warning are skipped'],
    [groups.some(({ kind }) => kind === 'question'), 'values to check are imported as they are shown'],
  ];
  const said = parts.filter(([isSo]) => isSo).map(([, text]) => text);
  return `Fix them here, or submit them as they are: ${new Intl.ListFormat('en-US').format(said)}.`;
}

/** Rows with problems: corrected for all equal values at once, or cell by cell. */
export function Problems({ preview, corrections }: Props) {
  const problemRows = preview.rows.filter(({ problems }) => problems.length > 0);
  if (problemRows.length === 0) return null;

  const title = toFix(preview.counts) > 0 ? 'Rows to fix' : 'Values to check';

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!corrections.isUntouched && !corrections.isApplying) void corrections.apply();
  }

  return (
    <section aria-label={title}>
      <div className="section-head">
        <h2>{title}</h2>
        <Button
          href={`/import_previews/${preview.id}/rejected.csv`}
          icon="download"
          size="small"
          target="_blank"
        >
          Download Rows
        </Button>
      </div>
      <p className="muted match-note">{consequence(preview)}</p>
      <form className="stack" noValidate onSubmit={submit}>
        {preview.groups.map((group) => (
          <Group
            key={nameOfGroup(group)}
            group={group}
            typedFor={(value) => corrections.sharedValue(group, value)}
            onType={(value, to) => corrections.typeShared(group, value, to)}
          />
        ))}
        <h3 className="problems-head">Fix individually</h3>
        <div className="problem-rows">
          {problemRows.slice(0, MAX_SHOWN).map((row) => (
            <ProblemRow key={row.line} row={row} typedFor={corrections.cell} onType={corrections.typeCell} />
          ))}
        </div>
        {problemRows.length > MAX_SHOWN && (
          <p className="muted">
            Showing the first {MAX_SHOWN} rows. Fix repeated values above, or download the rows, fix them in
            the file and upload it.
          </p>
        )}
        <div className="button-row">
          <Button
            type="submit"
            busy={corrections.isApplying}
            disabled={corrections.isUntouched}
            reason="Change a value first."
          >
            Check Again
          </Button>
        </div>
      </form>
    </section>
  );
}
