import { useEffect, useState } from 'react';
import { formatUnits } from '../../server/contract/money';
import { type CuratedSeller, listSellers } from '../../server/sellers/curation-contract';
import { call, queryString } from '../kit/api';
import { Badge } from '../kit/badge';
import { Button } from '../kit/button';
import { Empty, Failed } from '../kit/empty';
import { SearchField } from '../kit/inputs';
import { usePreloaded } from '../kit/preloaded';
import { Skeleton } from '../kit/skeleton';
import { Table } from '../kit/table';
import { Thumb } from '../kit/thumb';
import { Invite } from './Invite';
import { SellerEditor } from './SellerEditor';

const PER_PAGE = 50;

interface Asked {
  page: number;
  query: string;
}

interface Props extends Asked {
  list: { sellers: CuratedSeller[]; total: number };
  chosen: CuratedSeller | null;
}

type Dialog = { kind: 'edit' | 'invite'; seller: CuratedSeller } | { kind: 'new' } | null;

export default function SellerCuration(props: Partial<Props>) {
  const [asked, setAsked] = useState<Asked>({ page: props.page ?? 1, query: props.query ?? '' });
  const [dialog, setDialog] = useState<Dialog>(null);
  const [list, refetch, { failed }] = usePreloaded(props.list, () =>
    call(listSellers, {}, undefined, { ...asked, per: PER_PAGE }),
  );
  // A dialog is no part of the first paint.
  useEffect(() => {
    if (props.chosen) setDialog({ kind: 'edit', seller: props.chosen });
  }, [props.chosen]);

  function ask(change: Partial<Asked>) {
    const next = { ...asked, page: 1, ...change };
    setAsked(next);
    const search = queryString({
      ...(next.page > 1 && { page: next.page }),
      ...(next.query && { query: next.query }),
    });
    history.replaceState(history.state, '', `/admin/sellers${search && `?${search}`}`);
    queueMicrotask(() => void refetch());
  }

  if (!list)
    return failed ? (
      <Failed onRetry={refetch}>The sellers could not be loaded.</Failed>
    ) : (
      <Skeleton shape="rows" />
    );
  const pages = Math.max(1, Math.ceil(list.total / PER_PAGE));
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
        <span className="muted tabular">{formatUnits(list.total)} sellers</span>
        <Button tone="primary" icon="plus" onClick={() => setDialog({ kind: 'new' })}>
          New seller
        </Button>
      </div>
      <Table
        caption="Sellers"
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
              <span className="row">
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
      {pages > 1 && (
        <nav className="button-row" aria-label="Pages">
          <Button disabled={asked.page <= 1} onClick={() => ask({ page: asked.page - 1 })}>
            Previous
          </Button>
          <span className="muted tabular">
            {asked.page} of {pages}
          </span>
          <Button disabled={asked.page >= pages} onClick={() => ask({ page: asked.page + 1 })}>
            Next
          </Button>
        </nav>
      )}
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
