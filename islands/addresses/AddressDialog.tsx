import { createPortal } from 'react-dom';
import type { Address } from '../../server/addresses/contract';
import { useLateComponent } from '../browser/use-late-component';
import type { AddressDialogProps } from './AddressFormDialog';
import type { AddressList } from './use-address-book';

/** Adds or edits an address while it is rendered. The form loads on first use, because it brings formik and yup. */
export function AddressDialog(props: AddressDialogProps) {
  const Dialog = useLateComponent({
    wanted: true,
    load: () => import('./AddressFormDialog').then((loaded) => loaded.AddressFormDialog),
    onFailure: props.onClose,
  });
  // Outside of dialogs and forms that contain the caller: they must not get its Esc and its submit.
  return Dialog && createPortal(<Dialog {...props} />, document.body);
}

interface NewAddressProps extends Pick<AddressDialogProps, 'company' | 'onClose'> {
  book: Pick<AddressList, 'addresses'>;
  onAdded: (address: Address) => Promise<void>;
}

export const NewAddressDialog = ({ book, company, onAdded, onClose }: NewAddressProps) => (
  <AddressDialog
    kind="address"
    address={null}
    company={company}
    mayBeDefault={(book.addresses?.length ?? 0) > 0}
    onSaved={(saved) => void onAdded(saved)}
    onClose={onClose}
  />
);
