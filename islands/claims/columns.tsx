import type { Claim } from '../../server/claims/contract';
import { claimReasonLabels } from '../../server/claims/rules';
import { dollars } from '../../server/contract/money';
import { Badge } from '../ui/badge';
import { useDates } from '../ui/dates';
import type { Column } from '../ui/table';
import { claimStatusLabels, claimTones } from './wording';

interface Opening {
  /** 0 for none. */
  opened: number;
  onOpen: (id: number) => void;
}

const reasonsOf = ({ lines }: Claim) =>
  [...new Set(lines.map(({ reason }) => claimReasonLabels[reason]))].join(', ');

export function useClaimColumns({ opened, onOpen }: Opening): readonly Column<Claim>[] {
  const { day, deadline } = useDates();
  return [
    {
      key: 'claim_number',
      head: 'Claim',
      rowHead: true,
      cell: ({ id, claim_number, created_at }) => (
        <>
          <a
            className="nowrap"
            href={`/admin/claims?claim=${id}`}
            aria-expanded={opened === id}
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
              event.preventDefault();
              onOpen(id);
            }}
          >
            {claim_number}
          </a>{' '}
          <span className="faint tiny">{day(created_at)}</span>
        </>
      ),
    },
    {
      key: 'po_number',
      head: 'Order',
      cell: ({ po_number, purchase_order_id }) => (
        <a className="nowrap" href={`/admin/purchase_orders/${purchase_order_id}`}>
          {po_number}
        </a>
      ),
    },
    { key: 'buyer_name', head: 'Buyer', cell: ({ buyer_name }) => buyer_name },
    { key: 'seller_name', head: 'Seller', cell: ({ seller_name }) => seller_name },
    {
      key: 'reason',
      head: 'Reason',
      line: 'fact',
      cell: (claim) => (
        <>
          {reasonsOf(claim)}
          <span className="line-only"> · {claim.buyer_name}</span>
        </>
      ),
    },
    {
      key: 'requested_cents',
      head: 'Requested',
      num: true,
      line: 'amount',
      cell: ({ requested_cents }) => dollars(requested_cents),
    },
    {
      key: 'status',
      head: 'Status',
      line: 'badge',
      cell: ({ status, answer_by }) => (
        <>
          <Badge tone={claimTones[status]}>{claimStatusLabels[status]}</Badge>
          {status === 'open' && (
            <span className="faint tiny no-line">{` Seller answers by ${deadline(answer_by)}`}</span>
          )}
        </>
      ),
    },
  ];
}
