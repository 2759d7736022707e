import { useState } from 'react';
import { openPayment, verifyPayment } from '../../server/payments/contract';
import { notify } from '../browser/alerts';
import { call, errorText } from '../browser/api';
import { leaveFor } from '../browser/navigation';
import { Button } from '../ui/button';
import type { OrderItem } from './order-rows';

interface Props {
  order: Pick<OrderItem['order'], 'id' | 'can_pay' | 'can_verify'>;
  disabled: boolean;
}

export function PaymentButtons({ order: { id, can_pay, can_verify }, disabled }: Props) {
  const [busy, setBusy] = useState(false);

  /** Opens the provider's page. The button stays busy until the browser leaves; Back re-enables it. */
  async function leave(requestAddress: () => Promise<{ url: string }>) {
    setBusy(true);
    window.addEventListener('pageshow', () => setBusy(false), { once: true });
    try {
      const { url } = await requestAddress();
      leaveFor(url);
    } catch (error) {
      setBusy(false);
      notify('error', errorText(error, 'Oops, something went wrong.'));
    }
  }

  if (!can_pay && !can_verify) return null;
  return (
    <>
      {can_pay && (
        <Button
          tone="primary"
          busy={busy}
          disabled={disabled}
          onClick={() => leave(() => call(openPayment, { id }, {}))}
        >
          Check out
        </Button>
      )}
      {can_verify && (
        <Button
          tone="primary"
          busy={busy}
          disabled={disabled}
          onClick={() => leave(() => call(verifyPayment, { id }))}
        >
          Verify Payment
        </Button>
      )}
    </>
  );
}
