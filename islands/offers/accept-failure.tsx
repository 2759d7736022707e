import { useState } from 'react';
import type { AcceptFailure } from '../../server/offers/contract';
import type { Side } from '../../server/offers/rules';
import { ApiError } from '../browser/api';
import { useLateComponent } from '../browser/use-late-component';

/** The stock failure of an acceptance, if the error is one. */
export const acceptFailureOf = (error: unknown): AcceptFailure | null =>
  error instanceof ApiError && error.status === 422 && 'cancelled' in error.body
    ? (error.body as unknown as AcceptFailure)
    : null;

interface Options {
  side: Side;
  refetch: () => Promise<unknown>;
}

/** Shows why an acceptance failed. */
export function useAcceptFailure({ side, refetch }: Options) {
  const [failure, show] = useState<AcceptFailure | null>(null);
  const close = () => {
    show(null);
    void refetch();
  };
  const AcceptFailureDialog = useLateComponent({
    wanted: failure !== null,
    load: () => import('./AcceptFailureDialog').then((loaded) => loaded.AcceptFailureDialog),
    onFailure: close,
  });
  const dialog = AcceptFailureDialog && <AcceptFailureDialog failure={failure} side={side} onClose={close} />;
  return { show, dialog };
}
