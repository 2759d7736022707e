import { createPortal } from 'react-dom';
import { useLateComponent } from '../browser/use-late-component';
import type { AddressDialogProps } from './AddressFormDialog';

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
