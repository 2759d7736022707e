import { formatUnits } from '../../server/contract/money';
import type { AcceptFailure } from '../../server/offers/contract';
import { ApiError } from '../browser/api';
import { Button } from '../ui/button';
import { Modal } from '../ui/modal';

/** The stock failure of an acceptance, if the error is one. */
export const acceptFailureOf = (error: unknown): AcceptFailure | null =>
  error instanceof ApiError && error.status === 422 && 'cancelled' in error.body
    ? (error.body as unknown as AcceptFailure)
    : null;

export function AcceptFailureModal({
  failure,
  onClose,
  onAcceptRest,
  busy,
}: {
  failure: AcceptFailure | null;
  onClose: () => void;
  /** Present if the viewer may accept the remaining lines. */
  onAcceptRest?: (() => void) | undefined;
  busy?: boolean | undefined;
}) {
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
              Accept what is available
            </Button>
          )}
        </>
      }
    >
      {failure && (
        <>
          <p>
            {failure.cancelled
              ? 'The offer has been cancelled because the following products are not available:'
              : 'The available quantity of the following products have changed:'}
          </p>
          <ul className="fewer">
            {failure.cancelled_products.map(({ id, name, old_units, new_units }) => (
              <li key={id}>
                <strong>{name}</strong>
                {!failure.cancelled && (
                  <span className="muted tabular">
                    {' '}
                    {formatUnits(new_units)} of {formatUnits(old_units)} units are left
                  </span>
                )}
              </li>
            ))}
          </ul>
          {!failure.cancelled && <p>Please review the modified order.</p>}
        </>
      )}
    </Modal>
  );
}
