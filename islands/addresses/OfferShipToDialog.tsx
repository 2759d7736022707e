import type { Address } from '../../server/addresses/contract';
import { changeShipping } from '../../server/offers/cart/contract';
import { notify } from '../browser/alerts';
import { call } from '../browser/api';
import { ChooseAddressDialog } from './ChooseAddressDialog';

export interface OfferShipToDialogProps {
  /** The offer's. */
  id: number;
  version: number;
  /** The chosen address's id. */
  current: number | null;
  onClose: () => void;
}

export function OfferShipToDialog({ id, version, current, onClose }: OfferShipToDialogProps) {
  async function choose(address: Address) {
    await call(changeShipping, { id }, { shipping: { ship_to_address_id: address.id }, version });
    notify('success', 'Ship-to address saved.');
  }
  return (
    <ChooseAddressDialog
      isCurrent={(address) => address.id === current}
      onChoose={choose}
      onClose={onClose}
    />
  );
}
