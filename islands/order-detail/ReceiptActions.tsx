import { useState } from 'react';
import { extendReceipt, receiveOrder } from '../../server/shipping/contract';
import { notify } from '../browser/alerts';
import { ApiError, call } from '../browser/api';
import { Button } from '../ui/button';
import type { SectionProps } from './order-page';

type Act = 'receive' | 'extend';

const DONE: Record<Act, string> = {
  receive: 'Receipt confirmed.',
  extend: 'You have 10 more days to confirm the receipt.',
};

export function ReceiptActions({ order: { id, can }, side, refetch }: Omit<SectionProps, 'lines'>) {
  const [busy, setBusy] = useState<Act | null>(null);

  async function run(act: Act) {
    setBusy(act);
    try {
      await call(act === 'receive' ? receiveOrder : extendReceipt, { id }, {});
      notify('success', DONE[act]);
    } catch (error) {
      notify('error', error instanceof ApiError ? error.message : 'Check your connection and try again.');
    }
    await refetch();
    setBusy(null);
  }

  // Staff have a button per transition.
  if (side !== 'buyer' || !(can.receive || can.extend)) return null;
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
    </div>
  );
}
