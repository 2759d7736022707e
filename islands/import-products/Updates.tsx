import { useEffect, useRef } from 'react';
import { type Cents, counted, dollars, formatUnits } from '../../server/contract/money';
import { UPLOAD_PAGE } from '../../server/imports/contract';
import type { DifferingValue, Preview } from '../../server/imports/preview/contract';
import { needsConfirmation, typeToConfirm } from '../../server/imports/preview/rules';
import { CheckField } from '../forms/choice-field';
import { TextField } from '../forms/field';
import { Button } from '../ui/button';
import { type Dates, useDates } from '../ui/dates';
import { Disclosure } from '../ui/disclosure';
import { Notice } from '../ui/feedback';
import { type Column, Table } from '../ui/table';
import { differLine } from './outcome';
import {
  choiceFault,
  choiceOf,
  columnsOf,
  commitBodyOf,
  countedAtFault,
  countedAtShown,
  firstColumns,
  isTooOld,
  needsCount,
  previewChangesOf,
  type UpdateChoice,
  type UpdateColumns,
} from './update-choice';
import type { ChosenUpdates } from './use-import';
import type { ChangePreview } from './use-preview';

interface Props {
  preview: Preview;
  choice: UpdateChoice;
  onChoose: (choice: UpdateChoice) => void;
}

/** More products are folded, so that the rows of the file stay in sight. */
const MAX_OPEN = 3;

interface UpdatesProps {
  preview: Preview;
  updates: ChosenUpdates;
  onChange: (updates: ChosenUpdates) => void;
  onPreview: ChangePreview;
}

/** What the file would change of products that the seller has, and whether it does. */
export function Updates({ preview, updates, onChange, onPreview }: UpdatesProps) {
  const { absent } = preview;
  const choice = updates.choice ?? choiceOf(preview);
  const shownWith = useRef(JSON.stringify([preview.update, preview.units_counted_at]));

  /** The rows are read again, to say what becomes of each. */
  function choose(chosen: UpdateChoice) {
    const fault = choiceFault(preview, chosen);
    onChange({ choice: chosen, body: commitBodyOf(preview, chosen), fault });
    if (needsCount(chosen) && countedAtFault(preview, chosen)) return;
    const changes = previewChangesOf(preview, chosen);
    const wanted = JSON.stringify([changes.update, changes.units_counted_at]);
    if (wanted === shownWith.current) return;
    shownWith.current = wanted;
    void onPreview(changes);
  }

  const again = useRef<() => void>(null);
  again.current = () => {
    if (updates.choice || preview.update.length > 0) choose(choice);
  };
  // A correction or another column changes what differs.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the preview changes what was chosen
  useEffect(() => again.current?.(), [preview]);
  const props = { preview, choice, onChoose: choose };
  return (
    <section className="import-updates" aria-label="Products you have">
      <ImportedBefore preview={preview} />
      {preview.differs_count > 0 && (
        <Disclosure
          title={differLine(preview.differs_count)}
          open={preview.differs_count <= MAX_OPEN}
          level={3}
        >
          <DifferenceTable preview={preview} />
        </Disclosure>
      )}
      <div className="import-choices">
        {(preview.differs_count > 0 || choice.isUpdating) && <Differing {...props} />}
        {absent && absent.count > 0 && <Absent {...props} absent={absent} />}
        {needsCount(choice) && <CountedAt {...props} />}
      </div>
    </section>
  );
}

const LABELS: Record<UpdateColumns, string> = {
  units: 'Units',
  seller_price_cents: 'Asking price',
  msrp_cents: 'MSRP',
  wholesale_cents: 'Wholesale',
  min_order_units: 'Minimum order',
  others: 'Other columns',
};

/** A second import of a file would undo what was changed since the first. */
function ImportedBefore({ preview: { imported_before: before, differs_count } }: Pick<Props, 'preview'>) {
  const dates = useDates();
  if (!before) return null;
  return (
    <Notice
      tone="yellow"
      title={`This file was imported on ${dates.moment(before.at)}${before.undone_at ? ', and undone' : ''}`}
      action={
        <Button size="small" href={`${UPLOAD_PAGE}?import=${before.import_id}`} target="_blank">
          View Results
        </Button>
      }
    >
      {differs_count > 0
        ? `${counted(differs_count, 'product')} ${differs_count === 1 ? 'has' : 'have'} different values now. Updating brings back the values in this file, but not units sold or set since then.`
        : 'Your products already match this file.'}
    </Notice>
  );
}

/** What the time in the field is. */
function countNote({ counted_by }: Preview, dates: Dates): string {
  switch (counted_by?.because) {
    case 'imported':
      return `When this file was first uploaded. ${SOLD_SINCE}`;
    case 'sales':
      return `${counted(counted_by.products, 'product')} would get back units that were sold since ${dates.moment(counted_by.at)}. ${SOLD_SINCE}`;
    case 'saved':
      return `When this file was last saved. ${SOLD_SINCE}`;
    default:
      return `${SOLD_SINCE} Leave it blank for the time of the upload.`;
  }
}

const SOLD_SINCE = 'Units sold since then are taken off.';

/** Why units are not among the columns that are chosen first. */
function TooOldToCount({ preview: { counted_by, differing_fields } }: Pick<Props, 'preview'>) {
  const dates = useDates();
  if (!counted_by || !isTooOld(counted_by.at) || !differing_fields.units) return null;
  return (
    <p className="muted small">
      This file is from {dates.day(counted_by.at)}. Units counted more than 30 days ago can't be updated.
    </p>
  );
}

function CountedAt({ preview, choice, onChoose }: Props) {
  const dates = useDates();
  return (
    <div className="import-confirm">
      <TextField
        label="Stock counted"
        name="units_counted_at"
        type="datetime-local"
        optional
        value={countedAtShown(preview, choice)}
        error={countedAtFault(preview, choice)}
        note={countNote(preview, dates)}
        onChange={(at) => onChoose({ ...choice, countedAt: at })}
      />
    </div>
  );
}

function Differing({ preview, choice, onChoose }: Props) {
  const columns = columnsOf(preview);
  const { isUpdating, columns: chosen } = choice;

  const update = (isOn: boolean) => onChoose({ ...choice, isUpdating: isOn, columns: firstColumns(preview) });

  return (
    <>
      <CheckField name="update" label="Update units and prices" checked={isUpdating} onChange={update} />
      {isUpdating ? (
        <fieldset className="fieldset import-columns">
          <legend className="visually-hidden">Columns to update</legend>
          {columns.map(([name, count]) => (
            <CheckField
              key={name}
              name={`update_${name}`}
              label={count > 0 ? `${LABELS[name]} (${formatUnits(count)})` : LABELS[name]}
              checked={chosen.includes(name)}
              onChange={(isOn) =>
                onChoose({
                  ...choice,
                  columns: isOn ? [...chosen, name] : chosen.filter((one) => one !== name),
                })
              }
            />
          ))}
          {!chosen.includes('units') && <TooOldToCount preview={preview} />}
        </fieldset>
      ) : (
        <p className="muted small">These products keep their values.</p>
      )}
    </>
  );
}

function Absent({ absent, preview, choice, onChoose }: Props & { absent: NonNullable<Preview['absent']> }) {
  const { count, of } = absent;
  const others = preview.absent_in_other_files ?? 0;
  return (
    <>
      <CheckField
        name="sold_out"
        label={`Mark ${counted(count, 'product')} that ${count === 1 ? "isn't" : "aren't"} in this file as sold out`}
        checked={choice.sellsOut}
        onChange={(isOn) => onChoose({ ...choice, sellsOut: isOn, confirm: '' })}
      />
      {others > 0 && (
        <p className="muted small">
          {formatUnits(others)} of them {others === 1 ? 'is' : 'are'} in files that you imported within the
          last 24 hours.
        </p>
      )}
      {choice.sellsOut && needsConfirmation(absent) && (
        <div className="import-confirm">
          <TextField
            label={`That's ${Math.round((count * 100) / of)}% of your catalog. ${typeToConfirm(count)}`}
            name="confirm"
            inputMode="numeric"
            maxLength={10}
            value={choice.confirm}
            onChange={(confirm) => onChoose({ ...choice, confirm })}
          />
        </div>
      )}
    </>
  );
}

interface Difference {
  key: string;
  name: string;
  column: string;
  from: string;
  to: string;
}

const COLUMNS: readonly Column<Difference>[] = [
  { key: 'name', head: 'Product', rowHead: true, cell: ({ name }) => name },
  { key: 'column', head: 'Column', cell: ({ column }) => column },
  { key: 'from', head: 'In your catalog', cell: ({ from }) => from },
  { key: 'to', head: 'In the file', cell: ({ to }) => to },
];

const MAX_CHARACTERS = 120;

/** Markup is left out. */
function shownValue(field: string, value: DifferingValue): string {
  if (field.endsWith('_cents')) return dollars(value as Cents);
  if (typeof value === 'bigint') return formatUnits(value);
  const text = String(value);
  if (field === 'description')
    return text
      .replace(/<[^<>]*>/g, ' ')
      .trim()
      .slice(0, MAX_CHARACTERS);
  return WORDS.includes(field) ? text.replaceAll('_', ' ') : text;
}

const WORDS: readonly string[] = ['category', 'condition', 'packaging_type', 'sell_by'];

function DifferenceTable({ preview: { differences, differs_count } }: Pick<Props, 'preview'>) {
  const rows = differences.flatMap(({ product_id, name, fields }) =>
    fields.map(({ field, column, from, to }) => ({
      key: `${product_id} ${field}`,
      name,
      column,
      from: shownValue(field, from),
      to: shownValue(field, to),
    })),
  );
  return (
    <>
      <Table caption="Differences" cards dense rows={rows} rowKey={({ key }) => key} columns={COLUMNS} />
      {differs_count > differences.length && (
        <p className="muted small">{formatUnits(differs_count - differences.length)} more not shown.</p>
      )}
    </>
  );
}
