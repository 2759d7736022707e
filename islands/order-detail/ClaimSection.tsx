import { useState } from 'react';
import { orderClaims } from '../../server/claims/contract';
import { call } from '../browser/api';
import { usePreloaded } from '../browser/preloaded';
import { useLateComponent } from '../browser/use-late-component';
import { ClaimView } from '../claims/ClaimView';
import { MessageForm } from '../claims/MessageForm';
import { SellerAnswer } from '../claims/SellerAnswer';
import { WithdrawClaim } from '../claims/WithdrawClaim';
import { useChannel } from '../live/cable';
import { Button } from '../ui/button';
import { Failed } from '../ui/empty';
import type { SectionProps } from './order-page';

/** The claims of the order, and the buyer's way to open one. */
export function ClaimSection({ order, side, refetch }: SectionProps) {
  const [loaded, reload, { failed }] = usePreloaded(undefined, () => call(orderClaims, { id: order.id }));
  useChannel('PurchaseOrdersChannel', reload);
  const [isOpening, setOpening] = useState(false);
  const Form = useLateComponent({
    wanted: isOpening,
    load: async () => (await import('../claims/ClaimForm')).default,
    onFailure: () => setOpening(false),
  });
  const onChange = () => Promise.all([reload(), refetch()]);
  if (failed) return <Failed onRetry={() => void reload()}>The claims could not be loaded.</Failed>;
  if (!loaded || (loaded.claims.length === 0 && !order.can.claim)) return null;
  return (
    <section id="claim" className="stack" aria-label="Claims">
      <h2>{loaded.claims.length > 0 ? 'Claims' : 'Something wrong?'}</h2>
      {order.can.claim && (
        <div className="button-row">
          <Button onClick={() => setOpening(true)}>Report a Problem</Button>
        </div>
      )}
      {loaded.claims.map((claim) => (
        <ClaimView
          key={claim.id}
          claim={claim}
          side={side}
          actions={<SellerAnswer claim={claim} onChange={onChange} />}
        >
          {claim.can.message && <MessageForm claim={claim} onChange={onChange} />}
          <WithdrawClaim claim={claim} onChange={onChange} />
          {claim.can.decide && <a href={`/admin/claims?claim=${claim.id}`}>Decide This Claim</a>}
        </ClaimView>
      ))}
      {isOpening && Form && (
        <Form
          orderId={order.id}
          claimable={loaded.claimable}
          isOnItsWay={order.status === 'shipped'}
          onClose={() => setOpening(false)}
          onOpened={async () => {
            await onChange();
            setOpening(false);
          }}
        />
      )}
    </section>
  );
}
