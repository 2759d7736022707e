import type { Preview, PreviewColumn } from '../../server/imports/preview/contract';
import { neededHeadings, REASON } from '../../server/imports/rules';
import type { ImportStage } from './use-stages';

/** No field is like this column. */
export const needsAnswer = ({ heading, field }: PreviewColumn) =>
  field === null && heading !== '' && heading !== REASON;

/** Neither the template nor an earlier choice says what this column is. */
const isUnsure = (column: PreviewColumn) => column.by === 'likeness' || needsAnswer(column);

const hasKnown = ({ product_counts: counts }: Preview) =>
  counts !== undefined && counts.changed.products + counts.unchanged.products > 0;

/** Also where they are refused without a name. */
const hasNew = ({ product_counts: counts, groups }: Preview) =>
  (counts?.new.products ?? 0) > 0 || groups.some(({ kind, field }) => kind === 'refused' && field === 'name');

/** Products that the seller has need no more than their UPC. */
export function requirementOf(heading: string, preview: Preview): string {
  if (heading === 'UPC' || !hasKnown(preview)) return 'Required';
  return hasNew(preview) ? 'Required for new products' : 'For new products';
}

export const isRequired = (heading: string, preview: Preview) =>
  requirementOf(heading, preview) !== 'For new products';

/** Columns that the seller has chosen are never asked about twice. */
export const needsMatching = (preview: Preview) =>
  !preview.columns.some(({ by }) => by === 'chosen') &&
  (preview.missing.some((heading) => isRequired(heading, preview)) || preview.columns.some(isUnsure));

export function reasonNotToSubmit(preview: Preview | null, stage: ImportStage): string {
  if (stage === 'reading') return 'Reading your file…';
  if (!preview) return 'Choose a file first.';
  if (preview.error) return "This file can't be imported.";
  const needed = neededHeadings(preview);
  return needed.length > 0 ? `Choose the columns for ${needed.join(' and ')}.` : '';
}
