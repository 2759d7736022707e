import { useEffect, useState } from 'react';
import { formatUnits } from '../../server/contract/money';
import { type CuratedSeller, listSellers } from '../../server/sellers/curation-contract';
import { call } from '../browser/api';
import { useList } from '../browser/use-list';
import { SearchField } from '../forms/search-field';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { Empty, Failed } from '../ui/empty';
import { Pager } from '../ui/pager';
import { Skeleton } from '../ui/skeleton';
import { Table } from '../ui/table';
import { Thumb } from '../ui/thumb';
import { Invite } from './Invite';
import { SellerEditor } from './SellerEditor';

const PER_PAGE = 50;

const USUAL = { page: 1, query: '' };
type SellerFilter = typeof USUAL;

interface List {
  sellers: CuratedSeller[];
  total: number;
}

type Props = SellerFilter & { list: List; chosen: CuratedSeller | null };

type Dialog = { kind: 'edit' | 'invite'; seller: CuratedSeller } | { kind: 'new' } | null;

export default function SellerCuration({ list: first, chosen, ...given }: Partial<Props>) {
  const [dialog, setDialog] = useState<Dialog>(null);
  const { asked, ask, list, refetch, failed, busy } = useList<SellerFilter, List>({
    path: '/admin/sellers',
    usual: USUAL,
    given,
    list: first,
    load: (wanted) => call(listSellers, {}, undefined, { ...wanted, per: PER_PAGE }),
  });
  // The server does not render dialogs.
  useEffect(() => {
    if (chosen) setDialog({ kind: 'edit', seller: chosen });
  }, [chosen]);

  if (!list)
    return failed ? (
      <Failed onRetry={refetch}>The sellers could not be loaded.</Failed>
    ) : (
      <Skeleton shape="rows" />
    );
  const close = () => setDialog(null);
  return (
    <>
      <div className="table-tools">
        <SearchField
          label="Search sellers"
          name="query"
          value={asked.query}
          onSearch={(query) => ask({ query })}
          placeholder="Name or email"
        />
        <span className="muted tabular" role="status">
          {formatUnits(list.total)} {list.total === 1 ? 'seller' : 'sellers'}
        </span>
        <span className="spacer" />
        <Button tone="primary" icon="plus" onClick={() => setDialog({ kind: 'new' })}>
          New seller
        </Button>
      </div>
      <Table
        caption="Sellers"
        busy={busy}
        rows={list.sellers}
        rowKey={({ id }) => id}
        cards="wide"
        empty={
          <Empty icon="store" title="No sellers match.">
            Try another search.
          </Empty>
        }
        columns={[
          {
            key: 'name',
            head: 'Seller',
            rowHead: true,
            cell: ({ id, name, logo_url }) => (
              <span className="product-cell">
                <Thumb src={logo_url} alt="" size={48} />
                <a href={`/seller/${id}`}>{name}</a>
              </span>
            ),
          },
          { key: 'user', head: 'Account', cell: (seller) => <Account seller={seller} /> },
          {
            key: 'followers',
            head: 'Followers',
            cell: ({ tiktok_count, instagram_count }) => (
              <span className="small">
                {tiktok_count && <span className="nowrap">TikTok {tiktok_count} </span>}
                {instagram_count && <span className="nowrap">Instagram {instagram_count}</span>}
              </span>
            ),
          },
          {
            key: 'profile',
            head: 'Profile',
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
            cell: ({ id, products_count }) => (
              <a href={`/admin/sellers/${id}/products`}>{formatUnits(products_count)}</a>
            ),
          },
          {
            key: 'actions',
            head: 'Actions',
            cell: (seller) => (
              <div className="button-row">
                <Button size="small" icon="edit" onClick={() => setDialog({ kind: 'edit', seller })}>
                  Edit<span className="visually-hidden"> {seller.name}</span>
                </Button>
                {(seller.user_id === null || seller.invited) && (
                  <Button size="small" icon="mail" onClick={() => setDialog({ kind: 'invite', seller })}>
                    Invite<span className="visually-hidden"> somebody to {seller.name}</span>
                  </Button>
                )}
              </div>
            ),
          },
        ]}
      />
      <Pager page={asked.page} per={PER_PAGE} total={list.total} onPage={(page) => ask({ page })} />
      {(dialog?.kind === 'edit' || dialog?.kind === 'new') && (
        <SellerEditor
          key={dialog.kind === 'edit' ? dialog.seller.id : 'new'}
          seller={dialog.kind === 'edit' ? dialog.seller : null}
          onSaved={(seller) => {
            if (dialog.kind === 'new') setDialog({ kind: 'edit', seller });
            void refetch();
          }}
          onClose={close}
        />
      )}
      {dialog?.kind === 'invite' && (
        <Invite
          seller={dialog.seller}
          onClose={close}
          onDone={() => {
            close();
            void refetch();
          }}
        />
      )}
    </>
  );
}

function Account({ seller: { user_id, user_email, invited } }: { seller: CuratedSeller }) {
  if (user_id === null) return <span className="faint">Nobody yet</span>;
  return (
    <>
      <a href={`/admin/people/${user_id}`}>{user_email}</a> {invited && <Badge tone="yellow">Invited</Badge>}
    </>
  );
}
