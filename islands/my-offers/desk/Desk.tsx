import { useState } from 'react';
import type { Steady } from '../../live/steady/list';
import { Button } from '../../ui/button';
import type { OfferItem } from '../offer-rows';
import { BulkDialog } from './BulkDialog';
import { KeysDialog } from './KeysDialog';
import type { Selection } from './selection';
import { useKeys } from './use-keys';

export interface DeskProps {
  list: Steady<OfferItem>;
  /** null for a buyer. */
  selection: Selection | null;
  isHelpOpen: boolean;
  onHelp: (isOpen: boolean) => void;
  onMove: (key: string) => void;
  onLeave: () => void;
  early: KeyboardEvent | null;
  refetch: () => Promise<unknown>;
}

const nextFrame = () => new Promise(requestAnimationFrame);

/** What a reader who works through many offers adds to the list. */
export function Desk(props: DeskProps) {
  const { list, selection, isHelpOpen, onHelp, onMove, onLeave, refetch } = props;
  const [answered, setAnswered] = useState<readonly string[] | null>(null);
  useKeys({ region: list.region, selection, onHelp: () => onHelp(true), onMove, onLeave }, props.early);

  async function finish(isSent: boolean) {
    setAnswered(null);
    if (!isSent) return;
    const { region } = list;
    // The bar that had the focus goes with the selection.
    await nextFrame();
    region.current?.focus({ preventScroll: true });
    await list.act(null, refetch);
    selection?.choose([]);
    await nextFrame();
    region.current?.querySelector<HTMLElement>('.offer-toggle, h2[tabindex]')?.focus();
  }

  return (
    <>
      {selection && selection.keys.length > 0 && (
        <SelectionBar selection={selection} onAnswer={() => setAnswered(selection.keys)} />
      )}
      {answered && <BulkDialog offerIds={answered.map(Number)} onClose={finish} />}
      {isHelpOpen && <KeysDialog isSeller={selection !== null} onClose={() => onHelp(false)} />}
    </>
  );
}

function SelectionBar({ selection, onAnswer }: { selection: Selection; onAnswer: () => void }) {
  const { keys, selectable, choose } = selection;
  return (
    <section className="bulk-bar" aria-label="Selected offers">
      <span role="status">{keys.length} selected</span>
      <Button size="small" tone="primary" onClick={onAnswer}>
        Answer…
      </Button>
      {keys.length < selectable.length && (
        <Button size="small" onClick={() => choose(selectable)}>
          Select All {selectable.length}
        </Button>
      )}
      <Button size="small" tone="quiet" onClick={() => choose([])}>
        Clear
      </Button>
    </section>
  );
}
