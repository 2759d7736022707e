import { useRef, useState } from 'react';
import type { FullAddress } from '../../server/addresses/contract';
import { approveRequest } from '../../server/approvals/contract';
import { counted, dollars, formatUnits } from '../../server/contract/money';
import { type ShippingTerms, shippingTermsLabels } from '../../server/contract/shipping-terms';
import type { Approval } from '../../server/offers/contract';
import { notify } from '../browser/alerts';
import { call } from '../browser/api';
import { useFocusRestore } from '../browser/focus-restore';
import { notifyError, useAct } from '../browser/use-act';
import { useLateComponent } from '../browser/use-late-component';
import { waitingFor } from '../offers/approval';
import { CancelRequest } from '../offers/CancelRequest';
import { Button } from '../ui/button';
import { Notice } from '../ui/feedback';
import type { DeclineDialogProps } from './DeclineDialog';

export interface ApprovalsProps {
  approvals: readonly Approval[];
  onChange: () => Promise<unknown>;
}

interface RowProps {
  approval: Approval;
  onChange: ApprovalsProps['onChange'];
}

/** What members of the company wait for, above the offers. */
export function Approvals({ approvals, onChange }: ApprovalsProps) {
  const frame = useRef<HTMLDivElement>(null);
  useFocusRestore(frame, '.notice');
  return (
    <div ref={frame} className="approvals">
      {approvals.map((approval) => {
        const Row = approval.status === 'declined' ? Declined : approval.can_approve ? ToDecide : Waiting;
        return <Row key={approval.id} approval={approval} onChange={onChange} />;
      })}
    </div>
  );
}

const offerOf = ({ offer_number, total_cents }: Approval) => `${offer_number}, ${dollars(total_cents)}`;

const limitOf = ({ limit_cents, exceeds }: Approval) =>
  exceeds === 'month' ? `limit ${dollars(limit_cents)} per 30 days` : `limit ${dollars(limit_cents)}`;

const Waiting = ({ approval, onChange }: RowProps) => (
  <Notice
    title={`${offerOf(approval)}: ${waitingFor(approval)}`}
    action={approval.can_cancel && <CancelRequest id={approval.id} onChange={onChange} />}
  >
    {!approval.can_cancel && `Requested by ${approval.requested_by.name}.`}
    <Content seller={approval.seller_name} {...approval.content} />
  </Notice>
);

const Declined = ({ approval }: RowProps) => (
  <Notice
    tone="red"
    title={`${approval.decided_by?.name ?? 'A colleague'} declined your request: ${offerOf(approval)}`}
    action={
      <Button
        size="small"
        href={approval.offer_state === 'draft' ? '/cart' : `/my_offers?offer=${approval.offer_id}`}
      >
        {approval.offer_state === 'draft' ? 'View Cart' : 'View Offer'}
      </Button>
    }
  >
    {approval.note}
  </Notice>
);

function ToDecide({ approval, onChange }: RowProps) {
  const { busy, run } = useAct({ onError: notifyError() });
  const [isDeclining, setDeclining] = useState(false);
  const DeclineDialog = useLateComponent<DeclineDialogProps>({
    wanted: isDeclining,
    load: () => import('./DeclineDialog').then((loaded) => loaded.DeclineDialog),
    onFailure: () => setDeclining(false),
  });
  const { id, version, act, offer_number, requested_by, seller_name } = approval;
  const label = act === 'accept' ? 'Approve and Buy' : 'Approve and Send';
  const approve = () =>
    run(async () => {
      const { data } = await call(approveRequest, { id }, { version }).finally(onChange);
      const orderId = data.attributes.purchase_order_id;
      if (act !== 'accept') return notify('success', `${offer_number} approved and sent.`);
      const link = {
        href: orderId === null ? '/my_orders' : `/my_orders?order=${orderId}`,
        text: 'View Order',
      };
      notify('success', `${offer_number} approved. View Order`, link);
    });
  return (
    <Notice
      tone="yellow"
      title={`${requested_by.name} requests approval: ${offerOf(approval)} (${limitOf(approval)})`}
      action={
        <span className="button-row">
          <Button
            size="small"
            tone="primary"
            aria-label={`${label} ${offer_number}`}
            disabled={busy}
            busy={busy}
            onClick={() => void approve()}
          >
            {label}
          </Button>
          <Button
            size="small"
            aria-label={`Decline ${offer_number}`}
            disabled={busy}
            onClick={() => setDeclining(true)}
          >
            Decline
          </Button>
        </span>
      }
    >
      <Content seller={seller_name} {...approval.content} />
      {isDeclining && DeclineDialog && (
        <DeclineDialog approval={approval} onChange={onChange} onClose={() => setDeclining(false)} />
      )}
    </Notice>
  );
}

const placeOf = (shipTo: object | null) => {
  const { company, line1, city, region, postal_code } = (shipTo ?? {}) as Partial<FullAddress>;
  return city ? `${company}, ${line1}, ${city}, ${region} ${postal_code}` : null;
};

const Content = ({ seller, ...content }: Approval['content'] & { seller: string }) => {
  const { lines, note, freight_cents, shipping_terms, buyer_po_number } = content;
  const place = placeOf(content.ship_to);
  return (
    <details>
      <summary>
        {seller} · {counted(lines.length, 'product')}
      </summary>
      <ul>
        {lines.map(({ id, name, quantity, unit_price }) => (
          <li key={id}>
            {name}: {formatUnits(BigInt(quantity))} × {dollars(unit_price)}
          </li>
        ))}
        {shipping_terms && <li>{shippingTermsLabels[shipping_terms as ShippingTerms]}</li>}
        {freight_cents !== null && freight_cents > 0 && <li>Freight: {dollars(freight_cents)}</li>}
        {place && <li>Ship to: {place}</li>}
        {buyer_po_number && <li>PO number: {buyer_po_number}</li>}
        {note && <li>Message: {note}</li>}
      </ul>
    </details>
  );
};
