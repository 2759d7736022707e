import { useState } from 'react';
import { cents, counted, dollars } from '../../server/contract/money';
import type { StaffPayouts } from '../../server/ledger/staff/contract';
import type { Refund } from '../../server/payments/refunds/contract';
import { Button } from '../ui/button';
import { BatchDialog } from './BatchDialog';

interface Props {
  list: StaffPayouts & { refunds: Refund[] };
  onCreated: () => void;
}

const total = (amounts: readonly number[]) => dollars(cents(amounts.reduce((sum, one) => sum + one, 0)));
/** What waits for staff, in three sums, and the act that pays the sellers. */
export function Figures({ list, onCreated }: Props) {
  const { sellers, refunds, meta, minimum_cents: minimum } = list;
  const [isBatch, setBatch] = useState(false);
  const payable = sellers.filter(({ available_cents }) => available_cents >= minimum);
  return (
    <section className="payout-totals" aria-label="Totals">
      <div className="figures">
        <div className="figure">
          <b>{total(payable.map(({ available_cents }) => available_cents))}</b>
          <span>Ready to pay out</span>
          <span>{counted(payable.length, 'seller')}</span>
        </div>
        <div className="figure">
          <b>{total(sellers.map(({ in_payout_cents }) => in_payout_cents))}</b>
          <span>To mark as paid</span>
          <span>{counted(meta.counts.draft, 'payout')}</span>
        </div>
        <div className="figure">
          <b>{total(refunds.map(({ amount_cents }) => amount_cents))}</b>
          <span>To refund</span>
          <span>{counted(refunds.length, 'refund')}</span>
        </div>
      </div>
      <div className="button-row">
        <Button
          tone="primary"
          disabled={payable.length === 0}
          reason={`No seller has ${dollars(minimum)} or more available.`}
          onClick={() => setBatch(true)}
        >
          Create Payout Batch
        </Button>
      </div>
      {isBatch && <BatchDialog sellers={payable} onChange={onCreated} onClose={() => setBatch(false)} />}
    </section>
  );
}
