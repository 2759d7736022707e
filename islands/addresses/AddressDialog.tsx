import { useLateComponent } from '../browser/use-late-component';
import type { AddressDialogProps } from './AddressFormDialog';

/** Adds or edits an address while it is rendered. The form loads on first use, because it brings formik and yup. */
export function AddressDialog(props: AddressDialogProps) {
  const Dialog = useLateComponent({
    wanted: true,
    load: () => import('./AddressFormDialog').then((loaded) => loaded.AddressFormDialog),
    onFailure: props.onClose,
  });
  return Dialog && <Dialog {...props} />;
}
