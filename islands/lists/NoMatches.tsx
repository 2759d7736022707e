import type { ShownSearch } from '../../server/lists/contract';
import { Button } from '../ui/button';
import { Empty } from '../ui/empty';

interface Props {
  of: 'offers' | 'orders';
  search: ShownSearch;
}

/** In place of a list whose search found nothing. The search itself stands above the island. */
export const NoMatches = ({ of, search }: Props) =>
  search.error === null && (
    <Empty
      icon="search"
      title={`No ${of} match.`}
      action={<Button href={`/my_${of}`}>Clear Filters</Button>}
    />
  );
