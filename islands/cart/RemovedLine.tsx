import { useEffect, useId, useRef, useState } from 'react';
import { productAddress } from '../../server/products/address-contract';
import { notify } from '../browser/alerts';
import { ApiError } from '../browser/api';
import { Button, IconButton } from '../ui/button';
import type { Removal } from './use-removals';

export interface UndoContext {
  run: (act: () => Promise<unknown>) => Promise<unknown>;
  onForget: (removal: Removal) => void;
}

interface Props extends UndoContext {
  removal: Removal;
}

/** Undo in the place of a line that was deleted or saved for later. */
export function RemovedLine({ removal, run, onForget }: Props) {
  const [busy, setBusy] = useState(false);
  const textId = useId();
  const button = useFocusOnArrival();
  const { product } = removal.line.attributes;
  const { name } = product;
  async function undo() {
    setBusy(true);
    await run(async () => {
      try {
        await removal.undo();
      } catch (error) {
        notify('error', error instanceof ApiError ? error.message : 'Oops, something went wrong.');
      }
      onForget(removal);
    });
    requestAnimationFrame(() => focusLineOf(productAddress(product)));
  }
  return (
    <li className="cart-removed">
      <p id={textId}>
        {name} was {removal.how}.
      </p>
      <Button ref={button} size="small" icon="undo" busy={busy} aria-describedby={textId} onClick={undo}>
        Undo
      </Button>
      <IconButton icon="close" size="small" label={`Dismiss ${name}`} onClick={() => onForget(removal)} />
    </li>
  );
}

/** Undo has disappeared: the focus goes to the line that is back. */
function focusLineOf(address: string) {
  if (document.activeElement !== document.body) return;
  const link = document.querySelector(`[data-row] a[href="${address}"]`);
  const row = link?.closest<HTMLElement>('[data-row]') ?? document.querySelector<HTMLElement>('.steady');
  row?.focus({ preventScroll: true });
}

/** Takes the focus over from the pressed button, which has disappeared with its line. */
function useFocusOnArrival() {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const at = document.activeElement;
    if (at === document.body || at?.matches(':disabled, [data-row], .steady'))
      button.current?.focus({ preventScroll: true });
  }, []);
  return button;
}
