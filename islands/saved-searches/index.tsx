import { useRef, useState } from 'react';
import type { PropsOf } from '../../server/contract/island';
import {
  deleteSavedSearch,
  listSavedSearches,
  type SavedSearch,
  type savedSearches,
  updateSavedSearch,
} from '../../server/sourcing/contract';
import { notify } from '../browser/alerts';
import { ApiError, call, errorText } from '../browser/api';
import { useFocusAfterDelete } from '../browser/focus-after-delete';
import { createSerial } from '../browser/serial';
import { notifyError, useAct } from '../browser/use-act';
import { useLateComponent } from '../browser/use-late-component';
import { Button } from '../ui/button';
import { Empty } from '../ui/empty';
import { LoadProps } from '../ui/feedback';
import { ConfirmDialog } from '../ui/modal';
import type { RenameDialogProps } from './RenameDialog';
import { SearchRow } from './SearchRow';
import { useMatchCounts } from './use-match-counts';

export default function SavedSearches({ saved_searches }: PropsOf<typeof savedSearches>) {
  return (
    <LoadProps
      given={saved_searches && { saved_searches }}
      load={() => call(listSavedSearches, {})}
      failure="Your saved searches could not be loaded."
    >
      {(loaded) => <SearchList given={loaded.saved_searches} />}
    </LoadProps>
  );
}

function useSearches(given: readonly SavedSearch[]) {
  const [searches, setSearches] = useState(given);
  const [savedId, setSavedId] = useState<number | null>(null);
  const [serially] = useState(createSerial);
  const latest = useRef<Partial<Record<number, SavedSearch['alert']>>>({});
  const put = (search: SavedSearch) =>
    setSearches((all) => all.map((one) => (one.id === search.id ? search : one)));

  async function chooseAlert(search: SavedSearch, alert: SavedSearch['alert']) {
    const { id } = search;
    latest.current[id] = alert;
    setSavedId(null);
    put({ ...search, alert });
    try {
      const answer = await serially(() => call(updateSavedSearch, { id }, { saved_search: { alert } }));
      if (latest.current[id] !== alert) return;
      put(answer.saved_search);
      setSavedId(id);
    } catch (error) {
      if (latest.current[id] === alert) put(search);
      notify('error', errorText(error));
    }
  }

  const drop = (search: SavedSearch) => setSearches((all) => all.filter(({ id }) => id !== search.id));

  return { searches, savedId, put, drop, chooseAlert };
}

function SearchList({ given }: { given: readonly SavedSearch[] }) {
  const { searches, savedId, put, drop, chooseAlert } = useSearches(given);
  const [renaming, setRenaming] = useState<SavedSearch | null>(null);
  const RenameDialog = useLateComponent<RenameDialogProps>({
    wanted: renaming !== null,
    load: () => import('./RenameDialog').then((loaded) => loaded.RenameDialog),
    onFailure: () => setRenaming(null),
  });
  const [deleting, setDeleting] = useState<SavedSearch | null>(null);
  const counts = useMatchCounts(given);
  const heading = useFocusAfterDelete<HTMLHeadingElement>(searches.length);
  return (
    <>
      <p className="lede">We email you when new products match a search.</p>
      <h2 className="visually-hidden" ref={heading} tabIndex={-1}>
        Your searches
      </h2>
      {searches.length === 0 ? (
        <NoSearches />
      ) : (
        <ul className="saved-searches">
          {searches.map((search) => (
            <SearchRow
              key={search.id}
              search={search}
              matches={counts[search.id]}
              status={savedId === search.id ? 'Saved' : undefined}
              onAlert={(alert) => void chooseAlert(search, alert)}
              onRename={() => setRenaming(search)}
              onDelete={() => setDeleting(search)}
            />
          ))}
        </ul>
      )}
      {renaming && RenameDialog && (
        <RenameDialog
          search={renaming}
          onClose={() => setRenaming(null)}
          onRenamed={(search) => {
            put(search);
            setRenaming(null);
          }}
        />
      )}
      <DeleteDialog search={deleting} onDeleted={drop} onClose={() => setDeleting(null)} />
    </>
  );
}

const NoSearches = () => (
  <Empty
    icon="search"
    title="No saved searches yet"
    action={
      <Button tone="primary" href="/all_products">
        Browse Products
      </Button>
    }
  >
    Save a search to hear of new products.
  </Empty>
);

/** Another tab deleted it. */
function ignoreGone(error: unknown) {
  if (!(error instanceof ApiError && error.status === 404)) throw error;
}

interface DeleteDialogProps {
  search: SavedSearch | null;
  onDeleted: (search: SavedSearch) => void;
  onClose: () => void;
}

function DeleteDialog({ search, onDeleted, onClose }: DeleteDialogProps) {
  const { busy, run } = useAct({ onError: notifyError() });
  async function confirm() {
    if (!search) return;
    const isDeleted = await run(() => call(deleteSavedSearch, { id: search.id }).catch(ignoreGone));
    // Together with the row: an open dialog would not let the focus go.
    onClose();
    if (isDeleted) onDeleted(search);
  }
  return (
    <ConfirmDialog
      title={`Delete “${search?.name ?? ''}”?`}
      open={search !== null}
      danger
      busy={busy}
      confirmLabel="Delete Search"
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      You won't get emails about this search anymore.
    </ConfirmDialog>
  );
}
