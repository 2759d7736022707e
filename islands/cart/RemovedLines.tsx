import { useEffect, useRef, useState } from 'react';
import { notify } from '../browser/alerts';
import { ApiError } from '../browser/api';
import { Button, IconButton } from '../ui/button';
import { Notice } from '../ui/notice';
import { putBack, type Removed } from './removed';

interface Props {
  removed: readonly Removed[];
  onForget: (one: Removed) => void;
  run: (act: () => Promise<unknown>) => Promise<unknown>;
}

/** Undo for lines that were deleted on this page. */
export function RemovedLines({ removed, onForget, run }: Props) {
  const [busy, setBusy] = useState(false);
  const latest = useLatestFocus(removed.length);
  async function undo(one: Removed) {
    setBusy(true);
    await run(async () => {
      try {
        await putBack(one);
      } catch (error) {
        notify('error', error instanceof ApiError ? error.message : 'Oops, something went wrong.');
      }
      onForget(one);
    });
    setBusy(false);
  }
  return (
    <div className="cart-removed" aria-live="polite">
      {removed.map((one, index) => {
        const { name } = one.line.attributes.product;
        return (
          <Notice
            key={one.line.id}
            action={
              <span className="row">
                <Button
                  ref={index === removed.length - 1 ? latest : undefined}
                  size="small"
                  icon="undo"
                  busy={busy}
                  onClick={() => undo(one)}
                >
                  Undo
                </Button>
                <IconButton
                  icon="close"
                  size="small"
                  label={`Dismiss ${name}`}
                  onClick={() => onForget(one)}
                />
              </span>
            }
          >
            {name} was removed.
          </Notice>
        );
      })}
    </div>
  );
}

/** Focuses the latest Undo after a deletion, because the pressed Delete button has disappeared. */
function useLatestFocus(length: number) {
  const latest = useRef<HTMLButtonElement>(null);
  const previous = useRef(length);
  useEffect(() => {
    const isMore = length > previous.current;
    previous.current = length;
    const at = document.activeElement;
    if (isMore && (at === document.body || at?.matches(':disabled, [data-row]')))
      latest.current?.focus({ preventScroll: true });
  }, [length]);
  return latest;
}
