import { formatUnits } from '../../server/contract/money';
import type { CuratedSeller } from '../../server/sellers/contract';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import type { Column } from '../ui/table';
import { Thumb } from '../ui/thumb';

interface Actions {
  onEdit: (seller: CuratedSeller) => void;
  onInvite: (seller: CuratedSeller) => void;
}

export const sellerColumns = ({ onEdit, onInvite }: Actions): readonly Column<CuratedSeller>[] => [
  {
    key: 'name',
    head: 'Seller',
    rowHead: true,
    cell: ({ id, name, logo_url }) => (
      <span className="product-cell">
        <Thumb src={logo_url} alt="" size={32} />
        <a href={`/seller/${id}`}>{name}</a>
      </span>
    ),
  },
  { key: 'user', head: 'Account', line: 'fact', cell: (seller) => <Account seller={seller} /> },
  {
    key: 'followers',
    head: 'Followers',
    cell: ({ tiktok_count, instagram_count }) => (
      <span className="small">
        {tiktok_count && <span className="nowrap">TikTok {tiktok_count}</span>}
        {tiktok_count && instagram_count && ' · '}
        {instagram_count && <span className="nowrap">Instagram {instagram_count}</span>}
        {!tiktok_count && !instagram_count && '—'}
      </span>
    ),
  },
  {
    key: 'profile',
    head: 'Profile',
    line: 'badge',
    cell: ({ profile_complete, suspended }) => (
      <Badge tone={suspended ? 'red' : profile_complete ? 'green' : 'yellow'}>
        {suspended ? 'Denied' : profile_complete ? 'Complete' : 'Incomplete'}
      </Badge>
    ),
  },
  {
    key: 'products',
    head: 'Products',
    num: true,
    line: 'amount',
    cell: ({ id, products_count }) => (
      <a href={`/admin/sellers/${id}/products`}>
        {formatUnits(products_count)}
        <span className="line-only"> {products_count === 1 ? 'product' : 'products'}</span>
      </a>
    ),
  },
  {
    key: 'actions',
    head: 'Actions',
    headHidden: true,
    num: true,
    line: 'actions',
    cell: (seller) => (
      <div className="button-row">
        {(seller.user_id === null || seller.invited) && (
          <Button size="small" icon="mail" onClick={() => onInvite(seller)}>
            Invite<span className="visually-hidden"> a user to {seller.name}</span>
          </Button>
        )}
        <Button size="small" tone="quiet" icon="edit" onClick={() => onEdit(seller)}>
          Edit<span className="visually-hidden"> {seller.name}</span>
        </Button>
      </div>
    ),
  },
];

/** Approved people who have not come yet were invited; applicants wait for us. */
function Account({ seller: { user_id, user_email, invited, user_status } }: { seller: CuratedSeller }) {
  if (user_id === null) return <span className="faint">No user yet</span>;
  return (
    <>
      <a href={`/admin/people/${user_id}`}>{user_email}</a> {invited && <Badge tone="yellow">Invited</Badge>}
      {user_status === 'provisional' && <Badge tone="yellow">Pending</Badge>}
      {user_status === 'denied' && <Badge tone="red">Denied</Badge>}
    </>
  );
}
