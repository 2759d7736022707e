import type { WantRow } from '../../../db/tables';

/** What a line says, cell by cell. */
export type TypedCells = NonNullable<WantRow['typed']>;
