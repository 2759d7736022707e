import {
  type Claim,
  type ClaimList,
  type claims as claimsIsland,
  listAllClaims,
} from '../../server/claims/contract';
import { type ClaimStatus, claimStatuses } from '../../server/claims/rules';
import type { PropsOf } from '../../server/contract/island';
import { STAFF_ROWS_PER_PAGE } from '../../server/contract/limits';
import { call } from '../browser/api';
import { ListChoice } from '../lists/list-choice';
import { ListToolbar } from '../lists/list-toolbar';
import { useChannel } from '../live/cable';
import { EmptyList } from '../ui/lists/empty-list';
import { ListPage } from '../ui/lists/list-page';
import { useList } from '../ui/lists/use-list';
import { Table } from '../ui/table';
import { Tabs } from '../ui/tabs';
import { useClaimColumns } from './columns';
import { OpenedClaim } from './OpenedClaim';
import { RefundsNotice } from './RefundsNotice';
import { claimStatusLabels } from './wording';

const DEFAULTS = { page: 1, status: '', claim: 0 };
type ClaimFilter = typeof DEFAULTS;

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
            <Tools meta={list.meta} status={asked.status} onStatus={(status) => ask({ status })} />
          )}
        >
          {(list) => (
            <Table<Claim>
              caption="Claims"
              rows={list.claims}
              rowKey={({ id }) => id}
              onRow={({ id }) => source.choose({ claim: id })}
              dense
              lines="wide"
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

/** Statuses in which a claim waits. */
const WORK: readonly ClaimStatus[] = ['open', 'in_review'];

interface ToolsProps {
  meta: ClaimList['meta'];
  status: string;
  onStatus: (status: string) => void;
}

function Tools({ meta: { counts, total }, status, onStatus }: ToolsProps) {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const isWork = WORK.some((one) => one === status);
  return (
    <ListToolbar
      tabs={
        <Tabs
          label="Claims by status"
          value={status || 'all'}
          onChange={(id) => onStatus(id === 'all' ? '' : id)}
          tabs={[
            { id: 'all', label: 'All', count: all, href: '/admin/claims' },
            ...WORK.map((id) => ({
              id,
              label: claimStatusLabels[id],
              count: counts[id],
              href: `/admin/claims?status=${id}`,
            })),
          ]}
        />
      }
      choices={
        <ListChoice
          label="Status"
          name="status"
          value={status}
          onChange={onStatus}
          options={[
            { value: '', label: 'All statuses', count: all },
            ...claimStatuses.map((value) => ({
              value,
              label: claimStatusLabels[value],
              count: counts[value],
            })),
          ]}
        />
      }
      chosen={
        status && !isWork
          ? [{ label: claimStatusLabels[status as ClaimStatus] ?? status, onRemove: () => onStatus('') }]
          : []
      }
      onReset={() => onStatus('')}
      total={total}
    />
  );
}
