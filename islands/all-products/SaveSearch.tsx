import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { type ListingState, searchOf } from '../../server/search/rules';
import { useLateComponent } from '../browser/use-late-component';
import { Button } from '../ui/button';
import { appliedFilters } from './filters';
import type { SaveSearchDialogProps } from './SaveSearchDialog';

/** For buyers alone. */
export function SaveSearch({ state }: { state: ListingState }) {
  const [isBuyer, setBuyer] = useState(false);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    setBuyer(document.querySelector('meta[name="viewer"]')?.getAttribute('content') === 'buyer');
  }, []);
  const Dialog = useLateComponent<SaveSearchDialogProps>({
    wanted: isOpen,
    load: () => import('./SaveSearchDialog').then((loaded) => loaded.SaveSearchDialog),
    onFailure: () => setOpen(false),
  });
  if (!isBuyer) return null;
  const { filters, search } = searchOf(state);
  return (
    <>
      <Button size="small" icon="bookmark" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Save Search
      </Button>
      {Dialog &&
        isOpen &&
        createPortal(
          <Dialog
            query={{ filters, search }}
            applied={appliedFilters(state)}
            onClose={() => setOpen(false)}
          />,
          document.body,
        )}
    </>
  );
}
