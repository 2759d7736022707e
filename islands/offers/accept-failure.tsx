import { useState } from 'react';
import { formatUnits } from '../../server/contract/money';
import type { AcceptFailure, Offer } from '../../server/offers/contract';
import type { Side } from '../../server/offers/state-contract';
import { notify } from '../browser/alerts';
import { ApiError } from '../browser/api';
import { Button } from '../ui/button';
import { Modal } from '../ui/modal';

/** The stock failure of an acceptance, if the error is one. */
export const acceptFailureOf = (error: unknown): AcceptFailure | null =>
  error instanceof ApiError && error.status === 422 && 'cancelled' in error.body
    ? (error.body as unknown as AcceptFailure)
    : null;

interface Options {
  /** The list's offers as they are now. */
  offers: readonly Offer[];
  side: Side;
  accept: (offer: Offer['attributes']) => Promise<unknown>;
  refetch: () => Promise<unknown>;
}

/** Shows why an acceptance failed, and lets the buyer accept the remaining lines at once. */
export function useAcceptFailure({ offers, side, accept, refetch }: Options) {
  const [shown, show] = useState<{ failure: AcceptFailure; id: string } | null>(null);
  const [busy, setBusy] = useState(false);
  const rest = offers.find(({ id, attributes }) => id === shown?.id && attributes.can_accept);

  async function acceptRest({ id, attributes }: Offer) {
    setBusy(true);
    let failure: AcceptFailure | null = null;
    try {
      await accept(attributes);
    } catch (error) {
      failure = acceptFailureOf(error);
      if (!failure)
        notify('error', error instanceof ApiError ? error.message : 'Oops, something went wrong.');
    }
    await refetch();
    show(failure && { failure, id });
    setBusy(false);
  }

  const dialog = (
    <AcceptFailureModal
      failure={shown?.failure ?? null}
      side={side}
      onClose={() => {
        show(null);
        void refetch();
      }}
      busy={busy}
      onAcceptRest={rest && (() => void acceptRest(rest))}
    />
  );
  return { show, dialog };
}

interface ModalProps {
  failure: AcceptFailure | null;
  side: Side;
  onClose: () => void;
  /** Present if the viewer may accept the remaining lines. */
  onAcceptRest: (() => void) | undefined;
  busy: boolean;
}

function AcceptFailureModal({ failure, side, onClose, onAcceptRest, busy }: ModalProps) {
  return (
    <Modal
      title="There was an error!"
      open={failure !== null}
      onClose={onClose}
      footer={
        <>
          <Button tone={onAcceptRest ? undefined : 'primary'} onClick={onClose}>
            Back to Offers
          </Button>
          {onAcceptRest && (
            <Button tone="primary" busy={busy} onClick={onAcceptRest}>
              Accept Available Units
            </Button>
          )}
        </>
      }
    >
      {failure && <ChangedProducts failure={failure} next={nextStep(failure, side)} />}
    </Modal>
  );
}

/** Who acts next. */
function nextStep({ cancelled }: AcceptFailure, side: Side): string {
  if (cancelled) return 'The offer is closed. No order was created.';
  return side === 'seller'
    ? 'No order was created. We asked the buyer to confirm the reduced quantities.'
    : 'No order was created. Accept the available units to order them.';
}

interface ChangedProductsProps {
  failure: AcceptFailure;
  next: string;
}

const ChangedProducts = ({ failure: { cancelled, cancelled_products }, next }: ChangedProductsProps) => (
  <>
    <p>
      {cancelled
        ? 'The offer has been cancelled because the following products are not available:'
        : 'The available quantity of the following products have changed:'}
    </p>
    <ul className="fewer">
      {cancelled_products.map(({ id, name, old_units, new_units }) => (
        <li key={id}>
          <strong>{name}</strong>
          {!cancelled && (
            <span className="muted tabular">
              {' '}
              {formatUnits(old_units)} → {formatUnits(new_units)} units
            </span>
          )}
        </li>
      ))}
    </ul>
    {!cancelled && <p>Please review the modified order.</p>}
    <p className="muted">{next}</p>
  </>
);
