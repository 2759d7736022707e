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
  isPhone: boolean;
}

export const Rows = ({ isPhone, ...props }: Props) =>
  isPhone ? <RowByRow {...props} /> : <Grid {...props} />;
