import type { ReactNode } from 'react';
import { Grid } from './Grid';
import type { GridColumn } from './grid-columns';
import { RowByRow } from './RowByRow';
import type { ImportFlow } from './use-import';
import type { ListedRows } from './use-rows';

interface Props {
  label: string;
  rows: ListedRows;
  columns: readonly GridColumn[];
  corrections: ImportFlow['corrections'];
  /** On phones: the button that checks what was typed, below the row. */
  check: ReactNode;
  isPhone: boolean;
}

export const Rows = ({ isPhone, check, ...props }: Props) =>
  isPhone ? <RowByRow {...props} check={check} /> : <Grid {...props} />;
