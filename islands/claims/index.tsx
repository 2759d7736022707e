import {
  type Claim,
  type ClaimList,
  type claims as claimsIsland,
  listAllClaims,
} from '../../server/claims/contract';
import { claimStatuses } from '../../server/claims/rules';
import type { PropsOf } from '../../server/contract/island';
import { STAFF_ROWS_PER_PAGE } from '../../server/contract/limits';
import { call } from '../browser/api';
import { useChannel } from '../live/cable';
import { EmptyList } from '../ui/lists/empty-list';
import { ListPage } from '../ui/lists/list-page';
import { StatusPills } from '../ui/lists/status-pills';
import { useList } from '../ui/lists/use-list';
import { Table } from '../ui/table';
import { useClaimColumns } from './columns';
import { OpenedClaim } from './OpenedClaim';
import { RefundsNotice } from './RefundsNotice';
import { claimStatusLabels } from './wording';

const DEFAULTS = { page: 1, status: '', claim: 0 };
type ClaimFilter = typeof DEFAULTS;

const choicesOf = (counts: ClaimList['meta']['counts']) => [
  { value: '', label: 'All', count: Object.values(counts).reduce((sum, count) => sum + count, 0) },
  ...claimStatuses.map((status) => ({
    value: status,
    label: claimStatusLabels[status],
    count: counts[status],
  })),
];

/** Staff's list of claims. */
export default function Claims({ claims, meta, ...given }: PropsOf<typeof claimsIsland>) {
  const source = useList<ClaimFilter, ClaimList>({
    path: '/admin/claims',
    usual: DEFAULTS,
    given,
    list: claims && meta && { claims, meta },
    load: ({ claim: _opened, ...filter }) =>
      call(listAllClaims, {}, undefined, { ...filter, per: STAFF_ROWS_PER_PAGE }),
  });
  const { asked, ask, refetch } = source;
  useChannel('PurchaseOrdersChannel', refetch);
  const columns = useClaimColumns({ opened: asked.claim, onOpen: (claim) => source.choose({ claim }) });
  return (
    <div className="claim-page">
      <RefundsNotice />
      <div>
        <ListPage
          source={source}
          failure="The claims could not be loaded."
          totalOf={(list) => list.meta.total}
          tools={(list) => (
            <StatusPills
              choices={choicesOf(list.meta.counts)}
              value={asked.status}
              onChange={(status) => ask({ status })}
            />
          )}
        >
          {(list) => (
            <Table<Claim>
              caption="Claims"
              rows={list.claims}
              rowKey={({ id }) => id}
              onRow={({ id }) => source.choose({ claim: id })}
              cards
              stickyHead
              busy={source.busy}
              empty={<EmptyList icon="box" noun="claims" isFiltered={asked.status !== ''} />}
              columns={columns}
            />
          )}
        </ListPage>
      </div>
      {asked.claim !== 0 && (
        <OpenedClaim
          key={asked.claim}
          id={asked.claim}
          onClose={() => source.adjust({ claim: 0 })}
          onChange={refetch}
        />
      )}
    </div>
  );
}
