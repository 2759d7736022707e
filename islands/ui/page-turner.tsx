import { Button } from './button';

interface Props {
  of: 'offers' | 'orders';
  page: number;
  more: boolean;
  /** The query of what is searched for. */
  search?: string | undefined;
}

/** Pages through an uncounted list toward older entries. */
export function Pagination({ of, page, more, search = '' }: Props) {
  if (page === 1 && !more) return null;
  const address = (number: number) => {
    const query = [search, number > 1 && `page=${number}`].filter(Boolean).join('&');
    return `/my_${of}${query && `?${query}`}`;
  };
  return (
    <nav className="button-row" aria-label="Pages">
      {page > 1 && <Button href={address(page - 1)}>Newer {of === 'offers' ? 'Offers' : 'Orders'}</Button>}
      {more && <Button href={address(page + 1)}>Older {of === 'offers' ? 'Offers' : 'Orders'}</Button>}
    </nav>
  );
}
