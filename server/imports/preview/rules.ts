import { formatUnits } from '../../contract/money';
import type { RowCounts } from '../contract';
import { headingOf } from '../rules';

/** Above a fifth of what is for sale, marking products as sold out has to be confirmed by their number. */
export const needsConfirmation = ({ count, of }: { count: number; of: number }) => count * 5 > of;

export const typeToConfirm = (count: number) => `Type ${formatUnits(count)} to confirm`;

/** Headings of the columns without which no row can be imported: products that the seller has need no name. */
export function neededHeadings({
  missing,
  counts,
}: {
  missing: readonly string[];
  counts: RowCounts;
}): string[] {
  const { refused: _refused, ...accepted } = counts;
  const hasKnown = Object.values(accepted).some((count) => count > 0);
  return missing.filter(
    (heading) => heading === headingOf('upc') || (heading === headingOf('name') && !hasKnown),
  );
}
