import { useEffect, useRef, useState } from 'react';
import { counted, formatUnits } from '../../server/contract/money';
import { type ImportRecord, type ImportUndo, undoImport } from '../../server/imports/contract';
import { call } from '../browser/api';
import { useAct } from '../browser/use-act';
import { Button } from '../ui/button';
import { FormError, Notice } from '../ui/feedback';
import { ConfirmDialog } from '../ui/modal';

interface Props {
  record: ImportRecord;
  onUndone: (answer: ImportUndo) => void;
}

/** Takes back what the import replaced, while that is possible. */
export function UndoUpdate({ record, onUndone }: Props) {
  const [isAsking, setAsking] = useState(false);
  const { busy, problem, run } = useAct();
  const undo = () =>
    run(async () => onUndone(await call(undoImport, { id: record.id }))).then(() => setAsking(false));
  return (
    <>
      <Button icon="undo" onClick={() => setAsking(true)}>
        Undo Update
      </Button>
      <FormError>{problem}</FormError>
      <ConfirmDialog
        title={`Undo the update of ${counted(record.updated_count + record.sold_out_count, 'product')}?`}
        open={isAsking}
        confirmLabel="Undo Update"
        busy={busy}
        onConfirm={() => void undo()}
        onCancel={() => setAsking(false)}
      >
        <p>
          Replaced values come back. Units sold since stay sold, and products that were changed again stay as
          they are.
        </p>
      </ConfirmDialog>
    </>
  );
}

export function Undone({ answer: { changed, refused, refused_count } }: { answer: ImportUndo }) {
  const region = useRef<HTMLDivElement>(null);
  // The pressed button has disappeared, so the focus moves here.
  useEffect(() => region.current?.focus({ preventScroll: true }), []);
  const rest = refused_count > 0 ? ` ${counted(refused_count, 'product')} could not be undone.` : '';
  return (
    <div ref={region} tabIndex={-1} className="import-undone">
      <Notice
        tone={refused_count > 0 ? 'yellow' : 'green'}
        title={`The update of ${counted(changed, 'product')} was undone.${rest}`}
        live
      >
        {refused.length > 0 && (
          <ul>
            {refused.map(({ id, name, message }) => (
              <li key={id}>
                {name ? <a href={`/dashboard/edit_product/${id}`}>{name}</a> : `Product ${id}`}: {message}
              </li>
            ))}
          </ul>
        )}
        {refused_count > refused.length && <p>And {formatUnits(refused_count - refused.length)} more.</p>}
      </Notice>
    </div>
  );
}
