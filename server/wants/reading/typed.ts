import type { WantRow } from '../../../db/tables';
import type { WantProblem } from '../rules';

/** What a line says, cell by cell. */
export type TypedCells = NonNullable<WantRow['typed']>;

export type TypedCell = keyof TypedCells;

/** What may be wrong with each cell. */
export const problemsOfCell: Readonly<Record<TypedCell, readonly WantProblem[]>> = {
  item: ['item'],
  quantity: ['quantity', 'packs'],
  price: ['price'],
  date: ['date', 'unread_date', 'far_date'],
};
