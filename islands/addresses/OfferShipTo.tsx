import { useState } from 'react';
import { isCollected } from '../../server/contract/shipping-terms';
import type { Offer } from '../../server/offers/contract';
import { isOpen as isUnderReview } from '../../server/offers/rules';
import { useLateComponent } from '../browser/use-late-component';
import { Button } from '../ui/button';

interface Props {
  attributes: Offer['attributes'];
  disabled: boolean;
}

/** The buyer's button on an offer under review, until freight is quoted for its address. */
export function OfferShipTo({ attributes, disabled }: Props) {
  const { id, state, version, shipping, can_reject, can_withdraw } = attributes;
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const Dialog = useLateComponent({
    wanted: isOpen,
    load: () => import('./OfferShipToDialog').then((loaded) => loaded.OfferShipToDialog),
    onFailure: close,
  });
  if (
    // Who only reads has neither act.
    !(can_reject || can_withdraw) ||
    !isUnderReview(state) ||
    isCollected(shipping.terms) ||
    shipping.freight_status === 'quoted'
  )
    return null;
  return (
    <div>
      <Button size="small" disabled={disabled} onClick={() => setOpen(true)}>
        {shipping.ship_to ? 'Change Address' : 'Choose Address'}
      </Button>
      {isOpen && Dialog && (
        <Dialog id={id} version={version} current={shipping.ship_to_address_id} onClose={close} />
      )}
    </div>
  );
}
