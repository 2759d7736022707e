import { useRef, useState } from 'react';
import { formatUnits } from '../../server/contract/money';
import { type BulkAnswer, changeProducts } from '../../server/products/manage/contract';
import { notify } from '../browser/alerts';
import { call, errorText } from '../browser/api';
import { useAct } from '../browser/use-act';
import { useLateComponent } from '../browser/use-late-component';
import { Button } from '../ui/button';
import { Menu } from '../ui/menu';
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
  const pause = (paused: boolean) => () => void run(() => onPause(paused));
  const count = formatUnits(selection.count);
  return (
    <section className="bulk-bar" aria-label="Selected products">
      <span role="status">{selection.all ? `All ${count}` : count} selected</span>
      {!selection.isPage && (
        <Button size="small" tone="quiet" className="bulk-wide" onClick={selection.togglePage}>
          Select Page
        </Button>
      )}
      {selection.canSelectAll && (
        <Button size="small" tone="quiet" className="bulk-wide" onClick={selection.selectAll}>
          Select All {formatUnits(found)}
        </Button>
      )}
      <Button size="small" tone="quiet" onClick={selection.clear}>
        Clear
      </Button>
      <Button size="small" onClick={() => onAction('price')}>
        Set Price
      </Button>
      <Button size="small" className="bulk-wide" onClick={() => onAction('units')}>
        Set Units
      </Button>
      <Button size="small" className="bulk-wide" onClick={() => onAction('details')}>
        Set Details
      </Button>
      <Button size="small" className="bulk-wide" busy={busy} onClick={pause(true)}>
        Pause
      </Button>
      <Button size="small" className="bulk-wide" busy={busy} onClick={pause(false)}>
        Resume
      </Button>
      <Button size="small" className="bulk-wide" tone="danger" onClick={() => onAction('delete')}>
        Delete
      </Button>
      <span className="bulk-more">
        <Menu label="More actions for the selected products">
          {() => (
            <>
              {!selection.isPage && <Item onClick={selection.togglePage}>Select Page</Item>}
              {selection.canSelectAll && (
                <Item onClick={selection.selectAll}>{`Select All ${formatUnits(found)}`}</Item>
              )}
              <Item onClick={() => onAction('units')}>Set Units</Item>
              <Item onClick={() => onAction('details')}>Set Details</Item>
              <Item onClick={pause(true)}>Pause</Item>
              <Item onClick={pause(false)}>Resume</Item>
              <Item onClick={() => onAction('delete')}>Delete</Item>
            </>
          )}
        </Menu>
      </span>
    </section>
  );
}

const Item = ({ children, onClick }: { children: string; onClick: () => void }) => (
  <button type="button" role="menuitem" onClick={onClick}>
    {children}
  </button>
);
