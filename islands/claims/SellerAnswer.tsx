import { useState } from 'react';
import { agreeToClaim, type Claim, disputeClaim } from '../../server/claims/contract';
import { MAX_CLAIM_TEXT } from '../../server/claims/rules';
import { dollars } from '../../server/contract/money';
import { call } from '../browser/api';
import { useAct } from '../browser/use-act';
import { TextArea } from '../forms/text-area';
import { Button } from '../ui/button';
import { FormError } from '../ui/feedback';
import { ConfirmDialog } from '../ui/modal';
import { signedDollars } from './wording';

interface Props {
  claim: Claim;
  onChange: () => unknown;
}

/** The seller agrees and refunds, or disputes. */
export function SellerAnswer({ claim, onChange }: Props) {
  const [asked, setAsked] = useState<'agree' | 'dispute' | null>(null);
  const close = () => setAsked(null);
  if (!claim.can.agree) return null;
  return (
    <div className="stack tight">
      <div className="button-row">
        <Button tone="primary" onClick={() => setAsked('agree')}>
          {`Agree and Refund ${dollars(claim.requested_cents)}`}
        </Button>
        <Button onClick={() => setAsked('dispute')}>Dispute Claim</Button>
      </div>
      <p className="muted small">{effectOf(claim)}</p>
      {asked === 'agree' && <AgreeDialog claim={claim} onChange={onChange} onClose={close} />}
      {asked === 'dispute' && <DisputeDialog claim={claim} onChange={onChange} onClose={close} />}
    </div>
  );
}

const effectOf = ({ net_effect_cents = 0 }: Claim) =>
  `Your earnings change by ${signedDollars(net_effect_cents)}.`;

interface DialogProps extends Props {
  onClose: () => void;
}

function AgreeDialog({ claim, onChange, onClose }: DialogProps) {
  const { busy, problem, run } = useAct();
  const amount = dollars(claim.requested_cents);
  async function agree() {
    const isDone = await run(() => call(agreeToClaim, { id: claim.id }, { version: claim.version }));
    await onChange();
    if (isDone) onClose();
  }
  return (
    <ConfirmDialog
      title={`Refund ${amount} to ${claim.buyer_name}?`}
      open
      busy={busy}
      confirmLabel={`Agree and Refund ${amount}`}
      onConfirm={() => void agree()}
      onCancel={onClose}
    >
      <div className="stack">
        <p>{`${effectOf(claim)} The refund can't be undone.`}</p>
        <FormError>{problem}</FormError>
      </div>
    </ConfirmDialog>
  );
}

function DisputeDialog({ claim, onChange, onClose }: DialogProps) {
  const [message, setMessage] = useState('');
  const [isTouched, setTouched] = useState(false);
  const { busy, problem, submit } = useAct();
  const isMissing = message.trim() === '';
  async function dispute() {
    setTouched(true);
    if (isMissing) return;
    const isDone = await submit(() =>
      call(disputeClaim, { id: claim.id }, { message, version: claim.version }),
    );
    await onChange();
    if (isDone) onClose();
  }
  return (
    <ConfirmDialog
      title={`Dispute claim ${claim.claim_number}?`}
      open
      busy={busy}
      confirmLabel="Dispute Claim"
      onConfirm={() => void dispute()}
      onCancel={onClose}
    >
      <div className="stack">
        <p>Our team reads both sides and decides.</p>
        <TextArea
          label="Why you dispute it"
          name="message"
          hint={`${claim.buyer_name} and our team read this.`}
          most={MAX_CLAIM_TEXT}
          value={message}
          onChange={setMessage}
          onBlur={() => setTouched(true)}
          error={isTouched && isMissing && 'Required'}
        />
        <FormError>{problem}</FormError>
      </div>
    </ConfirmDialog>
  );
}
