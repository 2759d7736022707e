import { useState } from 'react';
import type { Address } from '../../server/addresses/contract';
import { changeShipTo } from '../../server/shipping/contract';
import { notify } from '../browser/alerts';
import { call } from '../browser/api';
import { useLateComponent } from '../browser/use-late-component';
import { Button } from '../ui/button';
import { focusNextStep } from './focus-next-step';
import type { Order, SectionProps } from './order-page';

/** The buyer's button and its dialog, which loads on first use. */
export function ChangeShipTo({
  order,
  refetch,
  isPrimary = false,
}: Pick<SectionProps, 'order' | 'refetch'> & { isPrimary?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const Dialog = useLateComponent({
    wanted: isOpen,
    load: () => import('../addresses/ChooseAddressDialog').then((loaded) => loaded.ChooseAddressDialog),
    onFailure: close,
  });
  async function choose({ id }: Address) {
    await call(changeShipTo, { id: order.id }, { address_id: id });
    notify('success', 'Ship-to address saved.');
    void refetch().then(focusNextStep);
  }
  return (
    <>
      <Button
        size="small"
        tone={isPrimary ? 'primary' : undefined}
        aria-label={isPrimary ? undefined : 'Change ship-to address'}
        onClick={() => setOpen(true)}
      >
        {isPrimary ? 'Choose Address' : 'Change'}
      </Button>
      {isOpen && Dialog && (
        <Dialog
          isCurrent={(address) => isCurrent(order, address)}
          faultOf={(address) => quotedElsewhere(order, address)}
          company={order.buyer_name}
          onChoose={choose}
          onClose={close}
        />
      )}
    </>
  );
}

/** The order keeps a copy: an address that was edited since is another one. */
const isCurrent = ({ shipping: { ship_to } }: Order, address: Address) =>
  ship_to !== null &&
  (['company', 'attention', 'line1', 'line2', 'city', 'region', 'postal_code', 'phone'] as const).every(
    (field) => ship_to[field] === address[field],
  );

/** Paid freight holds for one postal code. */
function quotedElsewhere({ freight_cents, shipping: { ship_to } }: Order, { postal_code }: Address) {
  if (freight_cents === 0 || ship_to === null || ship_to.postal_code === postal_code) return null;
  return `The freight was quoted for ${ship_to.city}, ${ship_to.region} ${ship_to.postal_code}.`;
}
