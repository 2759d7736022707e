import { useState } from 'react';
import { formatUnits } from '../../server/contract/money';
import type { BulkAnswer } from '../../server/products/manage/contract';
import { Button } from '../ui/button';
import { BulkDialog, type BulkKind } from './BulkDialog';
import { type BulkAction, BulkResult } from './BulkResult';
import type { OwnProducts } from './use-own-products';
import type { Selection } from './use-selection';

/** Actions on the selected products and the result of the last one. */
export function BulkBar({ list, selection }: { list: OwnProducts; selection: Selection }) {
  const [dialogKind, setDialogKind] = useState<BulkKind | null>(null);
  const [answer, setAnswer] = useState<{ kind: BulkAction; answer: BulkAnswer } | null>(null);
  const { count } = selection;

  function finish(kind: BulkAction, result: BulkAnswer) {
    setAnswer({ kind, answer: result });
    setDialogKind(null);
    selection.clear();
    void list.reload();
  }

  return (
    <div className="bulk-foot">
      {answer && (
        <BulkResult
          {...answer}
          onClose={() => setAnswer(null)}
          onUndone={(undone) => finish('undo', undone)}
        />
      )}
      {count > 0 && (
        <section className="bulk-bar" aria-label="Selected products">
          <span role="status">
            {selection.all ? `All ${formatUnits(count)}` : formatUnits(count)} selected
          </span>
          {selection.canSelectAll && (
            <Button size="small" tone="link" onClick={selection.selectAll}>
              Select all {formatUnits(list.count)}
            </Button>
          )}
          <Button size="small" onClick={() => setDialogKind('price')}>
            Set price
          </Button>
          <Button size="small" onClick={() => setDialogKind('units')}>
            Set units
          </Button>
          <Button size="small" tone="danger" onClick={() => setDialogKind('delete')}>
            Delete
          </Button>
          <Button size="small" tone="quiet" onClick={selection.clear}>
            Clear
          </Button>
        </section>
      )}
      {dialogKind && (
        <BulkDialog
          kind={dialogKind}
          selection={selection}
          onClose={() => setDialogKind(null)}
          onDone={(result) => finish(dialogKind, result)}
        />
      )}
    </div>
  );
}
