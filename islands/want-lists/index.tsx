import { useState } from 'react';
import { createPortal } from 'react-dom';
import type { PropsOf } from '../../server/contract/island';
import {
  createWantList,
  deleteWantList,
  listWantLists,
  updateWantList,
  type WantList,
  type wantLists,
} from '../../server/wants/contract';
import { notify } from '../browser/alerts';
import { call } from '../browser/api';
import { visit } from '../browser/navigation';
import { notifyError, useAct } from '../browser/use-act';
import { useLateComponent } from '../browser/use-late-component';
import { useChannel } from '../live/cable';
import { Button } from '../ui/button';
import { Empty } from '../ui/empty';
import { Failed, Skeleton, usePreloaded } from '../ui/feedback';
import { ConfirmDialog } from '../ui/modal';
import type { EditListDialogProps } from '../wants/EditListDialog';
import type { NewList, NewListDialogProps } from '../wants/NewListDialog';
import { ListRow } from './ListRow';

export default function WantLists({ want_lists, readOnly = false }: PropsOf<typeof wantLists>) {
  const [loaded, refetch, { failed }] = usePreloaded(want_lists && { want_lists }, () =>
    call(listWantLists, {}),
  );
  useChannel('OffersChannel', refetch);
  if (!loaded)
    return failed ? (
      <Failed onRetry={refetch}>Your want lists could not be loaded.</Failed>
    ) : (
      <Skeleton label="Loading your want lists" />
    );
  return <Lists lists={loaded.want_lists} readOnly={readOnly} onChange={refetch} />;
}

interface ListsProps {
  lists: readonly WantList[];
  readOnly: boolean;
  onChange: () => Promise<unknown>;
}

function Lists({ lists, readOnly, onChange }: ListsProps) {
  const { busyWith, run } = useAct<number>({ onError: notifyError() });
  const [deleting, setDeleting] = useState<WantList | null>(null);
  const [editing, setEditing] = useState<WantList | null>(null);
  const EditDialog = useLateComponent<EditListDialogProps>({
    wanted: editing !== null,
    load: () => import('../wants/EditListDialog').then((loaded) => loaded.EditListDialog),
    onFailure: () => setEditing(null),
  });
  async function update(list: WantList, changes: Partial<Pick<WantList, 'name' | 'alert' | 'ends_on'>>) {
    await call(updateWantList, { id: list.id }, { want_list: changes });
    await onChange();
    notify('success', 'Saved');
  }
  return (
    <>
      <div className="want-lists-head">
        <p className="lede">Paste what you need. We match it and watch for the rest.</p>
        {!readOnly && lists.length > 0 && <NewListButton />}
      </div>
      <h2 className="visually-hidden">Your want lists</h2>
      {lists.length === 0 ? (
        <Empty icon="list" title="No want lists yet" action={!readOnly && <NewListButton />}>
          Each line becomes a product in your cart, or waits until one is listed.
        </Empty>
      ) : (
        <ul className="saved-searches">
          {lists.map((list) => (
            <ListRow
              key={list.id}
              list={list}
              readOnly={readOnly}
              busy={busyWith === list.id}
              onAlert={(alert) => void run(() => update(list, { alert }), list.id)}
              onEdit={() => setEditing(list)}
              onDelete={() => setDeleting(list)}
            />
          ))}
        </ul>
      )}
      <DeleteDialog list={deleting} onClose={() => setDeleting(null)} onDeleted={onChange} />
      {EditDialog &&
        editing &&
        createPortal(
          <EditDialog
            list={editing}
            onClose={() => setEditing(null)}
            onSave={(changes) => update(editing, changes)}
          />,
          document.body,
        )}
    </>
  );
}

async function create(want_list: NewList) {
  const created = await call(createWantList, {}, { want_list });
  visit(`/want_lists/${created.want_list.id}`);
}

function NewListButton() {
  const [isOpen, setOpen] = useState(false);
  const Dialog = useLateComponent<NewListDialogProps>({
    wanted: isOpen,
    load: () => import('../wants/NewListDialog').then((loaded) => loaded.NewListDialog),
    onFailure: () => setOpen(false),
  });
  return (
    <>
      <Button tone="primary" icon="plus" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        New Want List
      </Button>
      {Dialog &&
        isOpen &&
        createPortal(<Dialog onClose={() => setOpen(false)} onCreate={create} />, document.body)}
    </>
  );
}

interface DeleteDialogProps {
  list: WantList | null;
  onClose: () => void;
  onDeleted: () => Promise<unknown>;
}

function DeleteDialog({ list, onClose, onDeleted }: DeleteDialogProps) {
  const { busy, run } = useAct({ onError: notifyError() });
  async function confirm() {
    if (!list) return;
    const isDeleted = await run(() => call(deleteWantList, { id: list.id }));
    onClose();
    if (isDeleted) await onDeleted();
  }
  return (
    <ConfirmDialog
      title={`Delete “${list?.name ?? ''}”?`}
      open={list !== null}
      danger
      busy={busy}
      confirmLabel="Delete List"
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      We stop watching for its lines. What is in your cart stays there.
    </ConfirmDialog>
  );
}
