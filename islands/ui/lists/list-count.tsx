import { formatUnits } from '../../../server/contract/money';

interface Props {
  total: number;
  one: string;
  many: string;
}

export const ListCount = ({ total, one, many }: Props) => (
  <span className="muted tabular" role="status">
    {formatUnits(total)} {total === 1 ? one : many}
  </span>
);
