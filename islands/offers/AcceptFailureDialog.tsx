import { formatUnits } from '../../server/contract/money';
import type { AcceptFailure } from '../../server/offers/contract';
import type { Side } from '../../server/offers/rules';
import { Button } from '../ui/button';
import { Modal } from '../ui/modal';

interface Props {
  failure: AcceptFailure | null;
  side: Side;
  onClose: () => void;
}

export const AcceptFailureDialog = ({ failure, side, onClose }: Props) => (
  <Modal
    title="There was an error!"
    open={failure !== null}
    onClose={onClose}
    footer={
      <Button tone="primary" onClick={onClose}>
        Back to Offers
      </Button>
    }
  >
    {failure && <ChangedProducts failure={failure} next={nextStep(failure, side)} />}
  </Modal>
);

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
