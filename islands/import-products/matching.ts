import type { Preview, PreviewColumn } from '../../server/imports/preview/contract';
import { neededHeadings, REASON } from '../../server/imports/rules';
import type { ImportStage } from './use-stages';

/** No field is like this column. */
export const needsAnswer = ({ heading, field }: PreviewColumn) =>
  field === null && heading !== '' && heading !== REASON;

/** Neither the template nor an earlier choice says what this column is. */
const isUnsure = (column: PreviewColumn) => column.by === 'likeness' || needsAnswer(column);

/** Columns that the seller has chosen are never asked about twice. */
export const needsMatching = ({ columns, missing }: Preview) =>
  !columns.some(({ by }) => by === 'chosen') && (missing.length > 0 || columns.some(isUnsure));

export function reasonNotToSubmit(preview: Preview | null, stage: ImportStage): string {
  if (stage === 'reading') return 'Reading your file…';
  if (!preview) return 'Choose a file first.';
  if (preview.error) return "This file can't be imported.";
  const needed = neededHeadings(preview);
  return needed.length > 0 ? `Choose the columns for ${needed.join(' and ')}.` : '';
}
