import { useState } from 'react';
import { extendReceipt, receiveOrder } from '../../server/shipping/contract';
import { notify } from '../browser/alerts';
import { call, errorText } from '../browser/api';
import { Button } from '../ui/button';
import { focusNextStep } from './focus-next-step';
import type { SectionProps } from './order-page';
import { ReportProblem } from './ReportProblem';
import type { LoadedClaims } from './use-claims';

type Act = 'receive' | 'extend';

const DONE: Record<Act, string> = {
  receive: 'Receipt confirmed.',
  extend: 'You have 10 more days to confirm the receipt.',
};

type Props = Pick<SectionProps, 'order' | 'refetch'> & { claims: LoadedClaims };

/** The buyer's acts once something is on its way. */
export function ReceiptActions({ order, refetch, claims }: Props) {
  const { id, can } = order;
  const [busy, setBusy] = useState<Act | null>(null);

  async function run(act: Act) {
    setBusy(act);
    try {
      await call(act === 'receive' ? receiveOrder : extendReceipt, { id }, {});
      notify('success', DONE[act]);
    } catch (error) {
      notify('error', errorText(error));
    }
    await refetch();
    setBusy(null);
    focusNextStep();
  }

  if (!(can.receive || can.extend || can.claim)) return null;
  return (
    <div className="button-row">
      {can.receive && (
        <Button tone="primary" busy={busy === 'receive'} onClick={() => void run('receive')}>
          Confirm Receipt
        </Button>
      )}
      {can.extend && (
        <Button busy={busy === 'extend'} onClick={() => void run('extend')}>
          Not Here Yet
        </Button>
      )}
      {can.claim && <ReportProblem order={order} refetch={refetch} claims={claims} />}
    </div>
  );
}
