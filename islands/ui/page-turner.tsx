import { Button } from './button';

interface Props {
  of: 'offers' | 'orders';
  page: number;
  more: boolean;
}

/** Pages through an uncounted list toward older entries. */
export function Pagination({ of, page, more }: Props) {
  if (page === 1 && !more) return null;
  const address = (number: number) => `/my_${of}${number > 1 ? `?page=${number}` : ''}`;
  return (
    <nav className="button-row" aria-label="Pages">
      {page > 1 && <Button href={address(page - 1)}>Newer {of === 'offers' ? 'Offers' : 'Orders'}</Button>}
      {more && <Button href={address(page + 1)}>Older {of === 'offers' ? 'Offers' : 'Orders'}</Button>}
    </nav>
  );
}
