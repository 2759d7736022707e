import { useState } from 'react';
import { type Claim, withdrawClaim } from '../../server/claims/contract';
import { call } from '../browser/api';
import { useAct } from '../browser/use-act';
import { Button } from '../ui/button';
import { FormError } from '../ui/feedback';
import { ConfirmDialog } from '../ui/modal';

interface Props {
  claim: Claim;
  onChange: () => unknown;
}

export function WithdrawClaim({ claim, onChange }: Props) {
  const [isAsked, setAsked] = useState(false);
  const { busy, problem, run } = useAct();
  if (!claim.can.withdraw) return null;
  async function withdraw() {
    const isDone = await run(() => call(withdrawClaim, { id: claim.id }, { version: claim.version }));
    await onChange();
    if (isDone) setAsked(false);
  }
  return (
    <div className="button-row">
      <Button onClick={() => setAsked(true)}>Withdraw Claim</Button>
      <ConfirmDialog
        title={`Withdraw claim ${claim.claim_number}?`}
        open={isAsked}
        busy={busy}
        confirmLabel="Withdraw Claim"
        cancelLabel="Keep Claim"
        onConfirm={() => void withdraw()}
        onCancel={() => setAsked(false)}
      >
        <div className="stack">
          <p>Nothing is refunded. You can report a problem again until claims close.</p>
          <FormError>{problem}</FormError>
        </div>
      </ConfirmDialog>
    </div>
  );
}
