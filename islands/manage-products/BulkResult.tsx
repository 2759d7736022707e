import { useEffect, useRef } from 'react';
import { formatUnits } from '../../server/contract/money';
import { type BulkAnswer, undoChange } from '../../server/products/manage/contract';
import { call } from '../browser/api';
import { useAct } from '../browser/use-act';
import { stepAddress } from '../dashboard/addresses';
import { Button } from '../ui/button';
import { FormError, Notice } from '../ui/feedback';
import type { BulkKind } from './BulkDialog';

export type BulkAction = BulkKind | 'details' | 'pause' | 'resume' | 'undo';

const OUTCOMES: Record<BulkAction, string> = {
  price: 'changed',
  units: 'changed',
  details: 'changed',
  pause: 'paused',
  resume: 'resumed',
  delete: 'deleted',
  undo: 'undone',
};

interface Props {
  kind: BulkAction;
  answer: BulkAnswer;
  onClose: () => void;
  onUndone: (answer: BulkAnswer) => void;
}

/** Counts what changed and names what was refused. Price and unit changes can be undone. */
export function BulkResult({ kind, answer, onClose, onUndone }: Props) {
  const { refused_count, undo } = answer;
  const { busy, problem, run } = useAct();
  const undoChanges = (id: number) => run(async () => onUndone(await call(undoChange, { id })));
  // The pressed button has disappeared, so the focus moves here.
  const region = useRef<HTMLElement>(null);
  useEffect(() => {
    if (answer) region.current?.focus({ preventScroll: true });
  }, [answer]);

  return (
    <section ref={region} className="bulk-result" aria-label="Results" tabIndex={-1}>
      <Notice
        tone={refused_count > 0 ? 'yellow' : 'green'}
        title={summaryOf(kind, answer)}
        live
        action={
          <span className="bulk-acts">
            {undo !== null && (
              <Button size="small" icon="undo" busy={busy} onClick={() => void undoChanges(undo)}>
                Undo
              </Button>
            )}
            <Button size="small" tone="quiet" onClick={onClose}>
              Close
            </Button>
          </span>
        }
      >
        <RefusedProducts answer={answer} />
        <FormError>{problem}</FormError>
      </Notice>
    </section>
  );
}

function summaryOf(kind: BulkAction, { changed, unchanged, refused_count }: BulkAnswer) {
  const counts = [
    `${formatUnits(changed)} ${OUTCOMES[kind]}`,
    ...(unchanged > 0 ? [`${formatUnits(unchanged)} unchanged`] : []),
    ...(refused_count > 0 ? [`${formatUnits(refused_count)} could not be ${OUTCOMES[kind]}`] : []),
  ];
  return `${counts.join(', ')}.`;
}

/** The answer names the first refused products and counts the others. */
const RefusedProducts = ({ answer: { refused, refused_count } }: Pick<Props, 'answer'>) => (
  <>
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
  </>
);
