import type { CommitBody } from '../../server/imports/contract';
import type { Preview } from '../../server/imports/preview/contract';
import { needsConfirmation, typeToConfirm } from '../../server/imports/preview/rules';
import type { ImportField } from '../../server/imports/rules';

/** What the import does beside adding what is missing. */
export interface UpdateChoice {
  isUpdating: boolean;
  columns: readonly UpdateColumns[];
  /** Local time, as its field has it; '' is the upload's. */
  countedAt: string;
  sellsOut: boolean;
  confirm: string;
}

export const NO_CHOICE: UpdateChoice = {
  isUpdating: false,
  columns: [],
  countedAt: '',
  sellsOut: false,
  confirm: '',
};

/** A column by its field, or those that have no box of their own. */
export type UpdateColumns = (typeof mainFields)[number] | 'others';

export const mainFields = [
  'units',
  'seller_price_cents',
  'msrp_cents',
  'wholesale_cents',
  'min_order_units',
] as const satisfies ImportField[];

const isMain = (field: ImportField) => (mainFields as readonly string[]).includes(field);

export const differingFields = ({ differing_fields }: Preview) =>
  Object.keys(differing_fields) as ImportField[];

export const otherFields = (preview: Preview) => differingFields(preview).filter((field) => !isMain(field));

const chosenFields = (preview: Preview, { columns }: UpdateChoice): ImportField[] =>
  columns
    .flatMap((column) => (column === 'others' ? otherFields(preview) : column))
    .filter((field) => preview.mapping.includes(field));

const MAX_AGE_MS = 30 * 86_400_000;

/** '' for a time that units may have been counted at. */
export function countedAtFault({ countedAt }: UpdateChoice): string {
  const age = countedAt === '' ? 0 : Date.now() - Date.parse(countedAt);
  return age >= 0 && age <= MAX_AGE_MS ? '' : 'Enter a time within the last 30 days';
}

const updates = (preview: Preview, { isUpdating }: UpdateChoice) => isUpdating && preview.differs_count > 0;
const sellsOut = ({ absent }: Preview, choice: UpdateChoice) =>
  choice.sellsOut && absent !== null && absent.count > 0 ? absent : null;

/** Why the choice can't be submitted; '' if it can. */
export function choiceFault(preview: Preview, choice: UpdateChoice): string {
  if (updates(preview, choice)) {
    if (chosenFields(preview, choice).length === 0) return 'Choose the columns to update.';
    if (choice.columns.includes('units') && countedAtFault(choice)) return `${countedAtFault(choice)}.`;
  }
  const absent = sellsOut(preview, choice);
  const isConfirmed = Number(choice.confirm.replace(/\D/g, '')) === absent?.count;
  return absent && needsConfirmation(absent) && !isConfirmed ? `${typeToConfirm(absent.count)}.` : '';
}

/** What is sent with the preview; undefined where nothing is chosen. */
export function commitBodyOf(preview: Preview, choice: UpdateChoice): CommitBody | undefined {
  const absent = sellsOut(preview, choice);
  const update = updates(preview, choice) ? chosenFields(preview, choice) : null;
  if (!absent && !update) return undefined;
  return {
    ...(update && { update }),
    ...(update?.includes('units') &&
      choice.countedAt && { units_counted_at: new Date(choice.countedAt).toISOString() }),
    ...(absent && { sold_out: { count: absent.count, confirm: absent.count } }),
  };
}
