import { useState } from 'react';
import { formatUnits } from '../../server/contract/money';
import type { AcceptFailure } from '../../server/offers/contract';
import type { Side } from '../../server/offers/rules';
import { ApiError } from '../browser/api';
import { Button } from '../ui/button';
import { Modal } from '../ui/modal';

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
  const dialog = (
    <Modal
      title="There was an error!"
      open={failure !== null}
      onClose={close}
      footer={
        <Button tone="primary" onClick={close}>
          Back to Offers
        </Button>
      }
    >
      {failure && <ChangedProducts failure={failure} next={nextStep(failure, side)} />}
    </Modal>
  );
  return { show, dialog };
}

/** Who acts next. */
function nextStep({ cancelled }: AcceptFailure, side: Side): string {
  if (cancelled) return 'The offer is closed. No order was created.';
  return side === 'seller'
    ? 'No order was created. We asked the buyer to confirm the reduced quantities.'
    : 'No order was created. Check the new quantities, then try again.';
}

/** "40 → 12 units"; '' where the answer has the name alone. */
export const changedUnits = ({ old_units, new_units }: AcceptFailure['cancelled_products'][number]) =>
  old_units === undefined || new_units === undefined
    ? ''
    : `${formatUnits(old_units)} → ${formatUnits(new_units)} units`;

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
      {cancelled_products.map((product) => (
        <li key={product.id ?? product.name}>
          <strong>{product.name}</strong>
          {!cancelled && <span className="muted tabular"> {changedUnits(product)}</span>}
        </li>
      ))}
    </ul>
    {!cancelled && <p>Please review the modified order.</p>}
    <p className="muted">{next}</p>
  </>
);
