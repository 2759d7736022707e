import { formatUnits } from '../../server/contract/money';
import { stepAddress } from '../../server/products/dashboard-contract';
import type { BulkAnswer } from '../../server/products/manage-contract';
import { Button } from '../kit/button';
import { Notice } from '../kit/notice';
import type { BulkKind } from './BulkDialog';

const DONE: Record<BulkKind, string> = { price: 'changed', units: 'changed', delete: 'deleted' };

/** What came of each: how many went well, and by name what did not. */
export function BulkResult({
  kind,
  answer,
  onClose,
}: {
  kind: BulkKind;
  answer: BulkAnswer;
  onClose: () => void;
}) {
  const { changed, unchanged, refused, refused_count } = answer;
  const parts = [
    `${formatUnits(changed)} ${DONE[kind]}`,
    ...(unchanged > 0 ? [`${formatUnits(unchanged)} were like that already`] : []),
    ...(refused_count > 0 ? [`${formatUnits(refused_count)} could not be`] : []),
  ];
  return (
    <div className="bulk-result">
      <Notice
        tone={refused_count > 0 ? 'yellow' : 'green'}
        title={`${parts.join(', ')}.`}
        live
        action={
          <Button size="small" tone="quiet" onClick={onClose}>
            Close
          </Button>
        }
      >
        {refused.length > 0 && (
          <ul>
            {refused.map(({ id, name, message }) => (
              <li key={id}>
                {name ? <a href={stepAddress(id, 'identifiers')}>{name}</a> : `Product ${id}`}: {message}
              </li>
            ))}
          </ul>
        )}
        {refused_count > refused.length && <p>And {formatUnits(refused_count - refused.length)} more.</p>}
      </Notice>
    </div>
  );
}
