import { useRef, useState } from 'react';
import { formatUnits } from '../../server/contract/money';
import { type BulkAnswer, changeProducts } from '../../server/products/manage/contract';
import { notify } from '../browser/alerts';
import { call, errorText } from '../browser/api';
import { useAct } from '../browser/use-act';
import { useLateComponent } from '../browser/use-late-component';
import { Button } from '../ui/button';
import type { BulkKind } from './BulkDialog';
import { type BulkAction, BulkResult } from './BulkResult';
import type { OwnProducts } from './use-own-products';
import type { Selection } from './use-selection';
import { useUncoveredFocus } from './use-uncovered-focus';

type BulkAct = BulkKind | 'details';

/** Actions on the selected products and the result of the last one. */
export function BulkBar({ list, selection }: { list: OwnProducts; selection: Selection }) {
  const [dialogKind, setDialogKind] = useState<BulkAct | null>(null);
  const [answer, setAnswer] = useState<{ kind: BulkAction; answer: BulkAnswer } | null>(null);
  const foot = useRef<HTMLDivElement>(null);
  useUncoveredFocus(foot);
  const BulkDialog = useLateComponent({
    wanted: dialogKind !== null && dialogKind !== 'details',
    load: () => import('./BulkDialog').then((loaded) => loaded.BulkDialog),
    onFailure: () => setDialogKind(null),
  });

  const BulkDetailsDialog = useLateComponent({
    wanted: dialogKind === 'details',
    load: () => import('./BulkDialog').then((loaded) => loaded.BulkDetailsDialog),
    onFailure: () => setDialogKind(null),
  });

  function finish(kind: BulkAction, result: BulkAnswer) {
    setAnswer({ kind, answer: result });
    setDialogKind(null);
    selection.clear();
    void list.reload();
  }

  async function setPaused(paused: boolean) {
    try {
      const body = { ...selection.which(), change: { paused } };
      finish(paused ? 'pause' : 'resume', await call(changeProducts, {}, body));
    } catch (error) {
      notify('error', errorText(error));
    }
  }

  return (
    <div className="bulk-foot" ref={foot}>
      {answer && (
        <BulkResult
          {...answer}
          onClose={() => setAnswer(null)}
          onUndone={(undone) => finish('undo', undone)}
        />
      )}
      {selection.count > 0 && (
        <SelectedProducts
          found={list.count}
          selection={selection}
          onAction={setDialogKind}
          onPause={setPaused}
        />
      )}
      {BulkDetailsDialog && dialogKind === 'details' && (
        <BulkDetailsDialog
          selection={selection}
          onClose={() => setDialogKind(null)}
          onDone={(result) => finish('details', result)}
        />
      )}
      {BulkDialog && dialogKind && dialogKind !== 'details' && (
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

interface SelectedProductsProps {
  /** The number of products that match the search. */
  found: number;
  selection: Selection;
  onAction: (kind: BulkAct) => void;
  onPause: (paused: boolean) => Promise<void>;
}

function SelectedProducts({ found, selection, onAction, onPause }: SelectedProductsProps) {
  const { busy, run } = useAct();
  const count = formatUnits(selection.count);
  return (
    <section className="bulk-bar" aria-label="Selected products">
      <span role="status">{selection.all ? `All ${count}` : count} selected</span>
      {!selection.isPage && (
        <Button size="small" tone="quiet" onClick={selection.togglePage}>
          Select Page
        </Button>
      )}
      {selection.canSelectAll && (
        <Button size="small" tone="quiet" onClick={selection.selectAll}>
          Select All {formatUnits(found)}
        </Button>
      )}
      <Button size="small" tone="quiet" onClick={selection.clear}>
        Clear
      </Button>
      <Button size="small" onClick={() => onAction('price')}>
        Set Price
      </Button>
      <Button size="small" onClick={() => onAction('units')}>
        Set Units
      </Button>
      <Button size="small" onClick={() => onAction('details')}>
        Set Details
      </Button>
      <Button size="small" busy={busy} onClick={() => void run(() => onPause(true))}>
        Pause
      </Button>
      <Button size="small" busy={busy} onClick={() => void run(() => onPause(false))}>
        Resume
      </Button>
      <Button size="small" tone="danger" onClick={() => onAction('delete')}>
        Delete
      </Button>
    </section>
  );
}
