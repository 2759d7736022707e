import { useLateComponent } from '../browser/use-late-component';
import type { EndpointDialogProps } from './endpoint-dialog';

/** Loads with the first look at it. */
export function LateEndpointDialog({ open, ...props }: EndpointDialogProps & { open: boolean }) {
  const EndpointDialog = useLateComponent({
    wanted: open,
    load: async () => (await import('./endpoint-dialog')).EndpointDialog,
    onFailure: props.onClose,
  });
  return open && EndpointDialog ? <EndpointDialog {...props} /> : null;
}
