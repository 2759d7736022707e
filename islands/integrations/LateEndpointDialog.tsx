import { useLateComponent } from '../browser/use-late-component';
import type { EndpointDialogProps } from './EndpointDialog';

/** Loads with the first look at it. */
export function LateEndpointDialog({ open, ...props }: EndpointDialogProps & { open: boolean }) {
  const EndpointDialog = useLateComponent({
    wanted: open,
    load: async () => (await import('./EndpointDialog')).EndpointDialog,
    onFailure: props.onClose,
  });
  return open && EndpointDialog ? <EndpointDialog {...props} /> : null;
}
