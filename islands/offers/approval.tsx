import { cancelRequest } from '../../server/approvals/contract';
import type { OfferApproval, OfferDocument } from '../../server/offers/contract';
import { notify } from '../browser/alerts';
import { call } from '../browser/api';
import { notifyError, useAct } from '../browser/use-act';
import { Button } from '../ui/button';
import { Notice } from '../ui/feedback';

type Waiting = Pick<OfferApproval, 'id' | 'approvers' | 'can_approve' | 'can_cancel'>;

/** `Waiting for Anna Bauer and 1 other` */
export function waitingFor({ can_approve, approvers: [first, ...others] }: Waiting): string {
  if (can_approve) return 'Waiting for your approval';
  if (first === undefined) return 'Waiting for approval';
  if (others.length === 0) return `Waiting for ${first}`;
  return `Waiting for ${first} and ${others.length} other${others.length === 1 ? '' : 's'}`;
}

/** Says that an act above the viewer's limit waits; false where it was done. */
export function notifyRequested({ data: { attributes } }: OfferDocument): boolean {
  const { approval, offer_number } = attributes;
  if (!approval?.can_cancel) return false;
  notify('success', `${offer_number} is above your limit. ${waitingFor(approval)}.`);
  return true;
}

interface WaitingProps {
  approval: Waiting;
  /** Which offer waits, where that isn't clear from the place. */
  offer?: string;
  onChange: () => Promise<unknown>;
}

export function WaitingNotice({ approval, offer, onChange }: WaitingProps) {
  const { busy, run } = useAct({ onError: notifyError() });
  const cancel = () =>
    run(async () => {
      await call(cancelRequest, { id: approval.id }, {}).finally(onChange);
      notify('success', 'Request canceled.');
    });
  return (
    <Notice
      title={offer ? `${offer}: ${waitingFor(approval)}` : waitingFor(approval)}
      action={
        approval.can_cancel && (
          <Button size="small" busy={busy} disabled={busy} onClick={() => void cancel()}>
            Cancel Request
          </Button>
        )
      }
    />
  );
}
