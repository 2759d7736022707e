import type { ClaimableLine } from '../../server/claims/contract';
import { type ClaimReason, MIN_CLAIM_DESCRIPTION, reasonsWithPhoto } from '../../server/claims/rules';
import { type Cents, formatUnits, lineTotal, sum } from '../../server/contract/money';
import { isWhole, NOT_WHOLE } from '../forms/number-fields';

export interface TypedLine {
  id: number;
  /** Digits, or text that is no whole number. */
  quantity: string;
  reason: ClaimReason | '';
}

export const blankLine = ({ purchase_order_product_id: id }: ClaimableLine): TypedLine => ({
  id,
  quantity: '',
  reason: '',
});

/** `Only 3 of Crew Socks can be claimed.`, or null. */
export function quantityProblem({ quantity }: TypedLine, line: ClaimableLine): string | null {
  if (quantity === '') return null;
  if (!isWhole(quantity)) return NOT_WHOLE;
  return BigInt(quantity) > line.quantity
    ? `Only ${formatUnits(line.quantity)} of ${line.name} can be claimed.`
    : null;
}

export function linesProblem(chosen: readonly TypedLine[], claimable: readonly ClaimableLine[]) {
  if (chosen.length === 0) return 'Choose at least one item';
  if (chosen.some(({ reason }) => reason === '')) return 'Choose what went wrong';
  for (const line of chosen) {
    const of = claimable.find(({ purchase_order_product_id }) => purchase_order_product_id === line.id);
    const problem = of ? quantityProblem(line, of) : null;
    if (problem) return problem;
  }
  return null;
}

/** What the chosen lines would refund; lines beyond what can be claimed count as nothing. */
export const requestedCents = (chosen: readonly TypedLine[], claimable: readonly ClaimableLine[]): Cents =>
  sum(
    chosen.flatMap((line) => {
      const of = claimable.find(({ purchase_order_product_id }) => purchase_order_product_id === line.id);
      return of && quantityProblem(line, of) === null
        ? [lineTotal(of.unit_cents, BigInt(line.quantity))]
        : [];
    }),
  );

export const descriptionProblem = (text: string): string | null => {
  if (text.trim() === '') return 'Required';
  return text.trim().length < MIN_CLAIM_DESCRIPTION ? `Minimum ${MIN_CLAIM_DESCRIPTION} characters` : null;
};

export const needsPhoto = (chosen: readonly TypedLine[]): boolean =>
  chosen.some(({ reason }) => reason !== '' && reasonsWithPhoto.includes(reason));
