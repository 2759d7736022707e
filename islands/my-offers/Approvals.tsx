import { approveRequest, declineRequest } from '../../server/approvals/contract';
import { counted, dollars, formatUnits } from '../../server/contract/money';
import type { Approval } from '../../server/offers/contract';
import { notify } from '../browser/alerts';
import { call } from '../browser/api';
import { notifyError, useAct } from '../browser/use-act';
import { WaitingNotice } from '../offers/approval';
import { Button } from '../ui/button';
import { Notice } from '../ui/feedback';

export interface ApprovalsProps {
  approvals: readonly Approval[];
  onChange: () => Promise<unknown>;
}

/** What members of the company wait for, above the offers. */
export const Approvals = ({ approvals, onChange }: ApprovalsProps) =>
  approvals.map((approval) => <ApprovalRow key={approval.id} approval={approval} onChange={onChange} />);

function ApprovalRow({ approval, onChange }: { approval: Approval; onChange: ApprovalsProps['onChange'] }) {
  const { busy, busyWith, run } = useAct<'approve' | 'decline'>({ onError: notifyError() });
  const { id, version, act, offer_number, total_cents, limit_cents, requested_by } = approval;
  const offer = `${offer_number}, ${dollars(total_cents)}`;
  if (!approval.can_approve) return <WaitingNotice approval={approval} offer={offer} onChange={onChange} />;
  const decide = (name: 'approve' | 'decline') =>
    run(async () => {
      const work =
        name === 'approve' ? call(approveRequest, { id }, { version }) : call(declineRequest, { id }, {});
      await work.finally(onChange);
      notify('success', name === 'approve' ? `${offer_number} approved.` : `${offer_number} declined.`);
    }, name);
  return (
    <Notice
      tone="yellow"
      title={`${requested_by.name} requests approval: ${offer} (limit ${dollars(limit_cents)})`}
      action={
        <span className="button-row">
          <Button
            size="small"
            tone="primary"
            disabled={busy}
            busy={busyWith === 'approve'}
            onClick={() => void decide('approve')}
          >
            {act === 'accept' ? 'Approve and Buy' : 'Approve and Send'}
          </Button>
          <Button
            size="small"
            disabled={busy}
            busy={busyWith === 'decline'}
            onClick={() => void decide('decline')}
          >
            Decline
          </Button>
        </span>
      }
    >
      <Content {...approval.content} />
    </Notice>
  );
}

const Content = ({ lines, note, freight_cents, buyer_po_number }: Approval['content']) => (
  <details>
    <summary>{counted(lines.length, 'product')}</summary>
    <ul>
      {lines.map(({ id, name, quantity, unit_price }) => (
        <li key={id}>
          {name}: {formatUnits(BigInt(quantity))} × {dollars(unit_price)}
        </li>
      ))}
      {freight_cents !== null && <li>Freight: {dollars(freight_cents)}</li>}
      {buyer_po_number && <li>PO number: {buyer_po_number}</li>}
      {note && <li>Message: {note}</li>}
    </ul>
  </details>
);
