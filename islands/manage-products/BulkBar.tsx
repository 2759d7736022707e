import { useState } from 'react';
import { formatUnits } from '../../server/contract/money';
import type { BulkAnswer } from '../../server/products/manage/contract';
import { Button } from '../ui/button';
import { BulkDialog, type BulkKind } from './BulkDialog';
import { type BulkDone, BulkResult } from './BulkResult';
import type { OwnProducts } from './use-own-products';
import type { Selection } from './use-selection';

/** Actions on the selected products and the result of the last one. */
export function BulkBar({ list, selection }: { list: OwnProducts; selection: Selection }) {
  const [asking, setAsking] = useState<BulkKind | null>(null);
  const [answer, setAnswer] = useState<{ kind: BulkDone; answer: BulkAnswer } | null>(null);
  const { count } = selection;

  function done(kind: BulkDone, came: BulkAnswer) {
    setAnswer({ kind, answer: came });
    setAsking(null);
    selection.clear();
    void list.reload();
  }

  return (
    <div className="bulk-foot">
      {answer && (
        <BulkResult {...answer} onClose={() => setAnswer(null)} onUndone={(undone) => done('undo', undone)} />
      )}
      {count > 0 && (
        <section className="bulk-bar" aria-label="Selected products">
          <span role="status">
            {selection.all ? `All ${formatUnits(count)}` : formatUnits(count)} selected
          </span>
          {selection.canTakeAll && (
            <Button size="small" tone="link" onClick={selection.takeAll}>
              Select all {formatUnits(list.count)}
            </Button>
          )}
          <Button size="small" onClick={() => setAsking('price')}>
            Set price
          </Button>
          <Button size="small" onClick={() => setAsking('units')}>
            Set units
          </Button>
          <Button size="small" tone="danger" onClick={() => setAsking('delete')}>
            Delete
          </Button>
          <Button size="small" tone="quiet" onClick={selection.clear}>
            Clear
          </Button>
        </section>
      )}
      {asking && (
        <BulkDialog
          kind={asking}
          selection={selection}
          onClose={() => setAsking(null)}
          onDone={(came) => done(asking, came)}
        />
      )}
    </div>
  );
}
