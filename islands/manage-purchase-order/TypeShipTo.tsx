import { useState } from 'react';
import type { AddressFields } from '../../server/addresses/schema';
import { isCollected } from '../../server/contract/shipping-terms';
import type { OrderAddress, PurchaseOrder } from '../../server/orders/contract';
import { changeShipTo } from '../../server/shipping/contract';
import { notify } from '../browser/alerts';
import { call } from '../browser/api';
import { useLateComponent } from '../browser/use-late-component';
import { Button } from '../ui/button';

interface Props {
  order: PurchaseOrder['attributes'];
  onChange: () => void;
}

/** Staff type an address for a buyer who can't. The dialog loads on first use. */
export function TypeShipTo({ order, onChange }: Props) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const Dialog = useLateComponent({
    wanted: isOpen,
    load: () => import('../addresses/AddressFormDialog').then((loaded) => loaded.TypedAddressDialog),
    onFailure: close,
  });
  const { ship_to, terms } = order.shipping;
  if (!order.can.change_ship_to || isCollected(terms)) return null;
  async function save({ default: _default, version: _version, ...address }: AddressFields) {
    await call(changeShipTo, { id: order.id }, { address, version: order.version });
    notify('success', 'Ship-to address saved.');
    close();
    onChange();
  }
  const act = ship_to ? 'Change' : 'Enter Address';
  return (
    <>
      <Button size="small" aria-label={`${act}: ship-to address`} onClick={() => setOpen(true)}>
        {act}
      </Button>
      {isOpen && Dialog && (
        <Dialog
          title={`Ship ${order.po_number} to`}
          initial={ship_to ? typedOf(ship_to) : { company: order.buyer_name }}
          consequence={consequenceOf(order)}
          onSubmit={save}
          onClose={close}
        />
      )}
    </>
  );
}

const typedOf = ({ phone_display, ...address }: OrderAddress): Partial<AddressFields> => ({
  ...address,
  phone: address.phone?.startsWith('+1') ? (phone_display ?? '') : (address.phone ?? ''),
});

/** The buyer's own change is refused for another postal code; staff settle the difference. */
function consequenceOf({ freight_cents, shipping: { ship_to } }: Props['order']) {
  if (freight_cents === 0 || !ship_to) return null;
  const place = `${ship_to.city}, ${ship_to.region} ${ship_to.postal_code}`;
  return `The freight was quoted for ${place}. It stays the same for another place, so agree with the seller first.`;
}
