import type { CommitBody } from '../../server/imports/contract';
import type { Preview, PreviewChanges } from '../../server/imports/preview/contract';
import { needsConfirmation, typeToConfirm } from '../../server/imports/preview/rules';
import type { ImportField } from '../../server/imports/rules';

/** What the import does beside adding what is missing. */
export interface UpdateChoice {
  isUpdating: boolean;
  columns: readonly UpdateColumns[];
  /** Local time, as its field has it; '' is the upload's, null what the preview proposes. */
  countedAt: string | null;
  sellsOut: boolean;
  confirm: string;
}

/** A column by its field, or those that have no box of their own. */
export type UpdateColumns = (typeof mainFields)[number] | 'others';

const mainFields = [
  'units',
  'seller_price_cents',
  'msrp_cents',
  'wholesale_cents',
  'min_order_units',
] as const satisfies ImportField[];

const isMain = (field: ImportField) => (mainFields as readonly string[]).includes(field);

/** Also chosen ones that differ no longer, as what was sold since the count is taken off. */
const fieldsOf = ({ differing_fields, update }: Preview) => [
  ...new Set([...(Object.keys(differing_fields) as ImportField[]), ...update]),
];

const otherFields = (preview: Preview) => fieldsOf(preview).filter((field) => !isMain(field));

/** Columns with differences, and in how many products; other columns without. */
export function columnsOf(preview: Preview): [columns: UpdateColumns, count: number][] {
  const fields = fieldsOf(preview);
  const main = mainFields
    .filter((field) => fields.includes(field))
    .map((field): [UpdateColumns, number] => [field, Number(preview.differing_fields[field] ?? 0)]);
  return otherFields(preview).length > 0 ? [...main, ['others', 0]] : main;
}

/** What a preview was last shown with. */
export function choiceOf({ update, units_counted_at }: Preview): UpdateChoice {
  return {
    isUpdating: update.length > 0,
    columns: [
      ...mainFields.filter((field) => update.includes(field)),
      ...(update.every(isMain) ? [] : (['others'] as const)),
    ],
    countedAt: units_counted_at && inField(units_counted_at),
    sellsOut: false,
    confirm: '',
  };
}

/** The columns that are chosen first: not units that are too old to name their time. */
export function firstColumns(preview: Preview): UpdateColumns[] {
  const all = columnsOf(preview).map(([name]) => name);
  const main = all.filter((name) => name !== 'others');
  const { counted_by } = preview;
  const fresh = main.filter((name) => name !== 'units' || !counted_by || !isTooOld(counted_by.at));
  return main.length > 0 ? fresh : all;
}

const chosenFields = (preview: Preview, { columns }: UpdateChoice): ImportField[] =>
  columns
    .flatMap((column) => (column === 'others' ? otherFields(preview) : column))
    .filter((field) => preview.mapping.includes(field));

const MAX_AGE_MS = 30 * 86_400_000;

/** More than 30 days. */
export const isTooOld = (at: string) => Date.now() - Date.parse(at) > MAX_AGE_MS;

/** '2026-11-24T15:00:00Z' → '2026-11-24T10:00', in the reader's zone. */
function inField(iso: string): string {
  const at = new Date(iso);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

export const countedAtShown = ({ counted_by }: Preview, { countedAt }: UpdateChoice): string =>
  countedAt ?? (counted_by ? inField(counted_by.at) : '');

/** Undefined for the upload's. To the millisecond where it is the proposed one. */
function countedAtOf({ counted_by }: Preview, { countedAt }: UpdateChoice): string | undefined {
  if (countedAt === null || (counted_by && countedAt === inField(counted_by.at))) return counted_by?.at;
  return countedAt === '' ? undefined : new Date(countedAt).toISOString();
}

/** '' for a time that units may have been counted at. */
export function countedAtFault(preview: Preview, choice: UpdateChoice): string {
  const at = countedAtShown(preview, choice);
  const age = at === '' ? 0 : Date.now() - Date.parse(at);
  return age >= 0 && age <= MAX_AGE_MS ? '' : 'Enter a time within the last 30 days';
}

const sellsOut = ({ absent }: Preview, choice: UpdateChoice) =>
  choice.sellsOut && absent !== null && absent.count > 0 ? absent : null;

/** Whether the time of the count matters. */
export const needsCount = ({ isUpdating, columns, sellsOut: isOn }: UpdateChoice) =>
  isOn || (isUpdating && columns.includes('units'));

/** Why the choice can't be submitted; '' if it can. */
export function choiceFault(preview: Preview, choice: UpdateChoice): string {
  if (choice.isUpdating && preview.differs_count > 0 && chosenFields(preview, choice).length === 0)
    return 'Choose the columns to update.';
  if (needsCount(choice) && countedAtFault(preview, choice)) return `${countedAtFault(preview, choice)}.`;
  const absent = sellsOut(preview, choice);
  const isConfirmed = Number(choice.confirm.replace(/\D/g, '')) === absent?.count;
  return absent && needsConfirmation(absent) && !isConfirmed ? `${typeToConfirm(absent.count)}.` : '';
}

/** What the preview is to be shown with. */
export const previewChangesOf = (
  preview: Preview,
  choice: UpdateChoice,
): Required<Pick<PreviewChanges, 'update' | 'units_counted_at'>> => ({
  update: choice.isUpdating ? chosenFields(preview, choice) : [],
  units_counted_at: (needsCount(choice) && countedAtOf(preview, choice)) || null,
});

/** What is sent with the preview; undefined where nothing is chosen. */
export function commitBodyOf(preview: Preview, choice: UpdateChoice): CommitBody | undefined {
  const absent = sellsOut(preview, choice);
  const { update, units_counted_at } = previewChangesOf(preview, choice);
  if (!absent && update.length === 0) return undefined;
  return {
    ...(update.length > 0 && { update }),
    ...(units_counted_at && { units_counted_at }),
    ...(absent && { sold_out: { count: absent.count, confirm: absent.count } }),
  };
}
