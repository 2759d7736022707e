import { formatUnits, type Units } from '../../contract/money';

export interface CanceledUnits {
  readonly quantity: Units;
  /** Units that will never ship. */
  readonly canceled_quantity: Units;
}

/** "12 of 60 canceled"; null where all of the line ships. */
export const canceledNote = ({ quantity, canceled_quantity }: CanceledUnits): string | null =>
  canceled_quantity > 0n ? `${formatUnits(canceled_quantity)} of ${formatUnits(quantity)} canceled` : null;
