import { formatUnits } from '../../server/contract/money';
import { Button } from './button';

interface Props {
  page: number;
  per: number;
  total: number;
  onPage: (page: number) => void;
  /** The list starts with the newest entries. */
  newest?: boolean | undefined;
}

/** The buttons keep their position, and so the focus. */
export function Pager({ page, per, total, onPage, newest }: Props) {
  const pages = Math.max(1, Math.ceil(total / per));
  if (pages === 1 && page === 1) return null;
  const [back, on] = newest ? ['Newer', 'Older'] : ['Previous', 'Next'];
  const to = (number: number, possible: boolean) => ({
    'aria-disabled': !possible || undefined,
    onClick: () => possible && onPage(number),
  });
  return (
    <nav className="button-row" aria-label="Pages">
      <Button {...to(Math.min(page - 1, pages), page > 1)}>{back}</Button>
      <span className="muted tabular" role="status">
        {formatUnits(page)} of {formatUnits(pages)}
      </span>
      <Button {...to(page + 1, page < pages)}>{on}</Button>
    </nav>
  );
}
