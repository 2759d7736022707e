import { type MouseEvent, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { PropsOf } from '../../server/contract/island';
import { counted, formatUnits } from '../../server/contract/money';
import {
  correctWants,
  createWantList,
  deleteWant,
  deleteWantList,
  draftWants,
  showWantList,
  updateWant,
  updateWantList,
  type WantLine,
  type WantList,
  type WantListAsked,
  type WantListPage,
  type wantList,
} from '../../server/wants/contract';
import { LINES_PER_PAGE, type WantPart } from '../../server/wants/rules';
import { notify } from '../browser/alerts';
import { call } from '../browser/api';
import { givenId, pathQuery, visit } from '../browser/navigation';
import { notifyError, useAct } from '../browser/use-act';
import { useLateComponent } from '../browser/use-late-component';
import { useChannel } from '../live/cable';
import { Button } from '../ui/button';
import { Failed, Notice, Skeleton } from '../ui/feedback';
import { useList } from '../ui/lists/use-list';
import { ConfirmDialog } from '../ui/modal';
import { Pager } from '../ui/pager';
import { Progress } from '../ui/progress';
import { Tabs } from '../ui/tabs';
import type { EditListDialogProps } from '../wants/EditListDialog';
import type { NewList, NewListDialogProps } from '../wants/NewListDialog';
import type { DraftDialogProps } from './DraftDialog';
import type { FaultyLinesProps } from './FaultyLines';
import { itemOf, Lines } from './Lines';
import type { WantDialogProps } from './WantDialog';

const USUAL: WantListAsked = { status: '', page: 1 };

const parts: readonly (readonly [WantPart, string])[] = [
  ['matched', 'Ready'],
  ['proposed', 'To confirm'],
  ['waiting', 'Waiting'],
  ['drafted', 'In cart'],
  ['problems', 'Problems'],
];

export default function WantListScreen(given: PropsOf<typeof wantList>) {
  const id = given.id ?? givenId('want-list', 'id', 1);
  const { asked, ask, list, refetch, failed, busy } = useList<WantListAsked, WantListPage>({
    path: `/want_lists/${id}`,
    usual: USUAL,
    given: given.asked ?? (pathQuery() as Partial<WantListAsked>),
    list: given.list,
    load: ({ status, page }) => call(showWantList, { id }, undefined, { ...(status && { status }), page }),
  });
  useChannel('OffersChannel', refetch);
  if (!list)
    return failed ? (
      <Failed onRetry={refetch}>This want list could not be loaded.</Failed>
    ) : (
      <Skeleton label="Loading the want list" />
    );
  return (
    <Shown
      list={list}
      asked={asked}
      ask={ask}
      busy={busy}
      readOnly={given.readOnly ?? false}
      onChange={refetch}
    />
  );
}

interface ShownProps {
  list: WantListPage;
  asked: WantListAsked;
  ask: (change: Partial<WantListAsked>) => void;
  busy: boolean;
  readOnly: boolean;
  onChange: () => Promise<unknown>;
}

function Shown({ list, asked, ask, busy, readOnly, onChange }: ShownProps) {
  const { want_list, lines, addable, text } = list;
  const [editing, setEditing] = useState<WantLine | null>(null);
  const [removing, setRemoving] = useState<WantLine | null>(null);
  const [refused, setRefused] = useState<WantLine | null>(null);
  const { run, busyWith } = useAct<number>({ onError: notifyError() });
  async function take({ id, proposals }: WantLine) {
    await call(updateWant, { id }, { product_id: proposals[0]?.product_id });
    await onChange();
    notify('success', 'Product chosen. It is ready to add to your cart.');
  }
  const proposed = lines.filter(({ status, proposals }) => status === 'proposed' && proposals.length > 0);
  const pressed = useRef(proposed);
  async function takeAll(chosen: readonly WantLine[], tabs: HTMLElement | null | undefined) {
    const taken = chosen.map(({ id, proposals }) => ({ id, product_id: proposals[0]?.product_id }));
    const answer = await call(correctWants, { id: want_list.id }, { lines: taken });
    await onChange();
    ask({ page: 1 });
    tabs?.focus();
    const count = answer.lines.filter(({ status }) => status === 'matched').length;
    if (count > 0) notify('success', `${counted(count, 'product')} chosen, ready to add to your cart.`);
    if (count < taken.length)
      notify('error', `${counted(taken.length - count, 'product')} can't be bought any more. Choose others.`);
  }
  const { counts } = want_list;
  const total = asked.status
    ? counts[asked.status]
    : Object.values(counts).reduce((sum, one) => sum + one, 0);
  const Dialog = useLateComponent<WantDialogProps>({
    wanted: editing !== null,
    load: () => import('./WantDialog').then((loaded) => loaded.WantDialog),
    onFailure: () => setEditing(null),
  });
  // Those of another part are shown until the faulty ones are loaded.
  const faulty = lines.filter(({ problem }) => problem !== null);
  const isFixing = asked.status === 'problems' && faulty.length > 0 && !readOnly;
  const Faulty = useLateComponent<FaultyLinesProps>({
    wanted: isFixing,
    load: () => import('./FaultyLines').then((loaded) => loaded.FaultyLines),
    onFailure: () => ask({ status: '' }),
  });
  if (want_list.state === 'failed') return <Unreadable list={want_list} text={text} readOnly={readOnly} />;
  return (
    <div className="stack">
      <Reading list={want_list} />
      {!readOnly && <Acts list={want_list} addable={addable} onChange={onChange} />}
      {refused && (
        <RefusedNotice
          key={refused.id}
          want={refused}
          onUndone={async () => {
            setRefused(null);
            await onChange();
          }}
        />
      )}
      <Tabs
        label="Parts of the list"
        value={asked.status}
        onChange={(status) => ask({ status: status as WantListAsked['status'] })}
        tabs={[
          { id: '', label: 'All', href: `/want_lists/${want_list.id}` },
          ...parts.map(([part, label]) => ({
            id: part,
            label,
            count: counts[part],
            href: `/want_lists/${want_list.id}?status=${part}`,
          })),
        ]}
      />
      {asked.status === 'proposed' && proposed.length > 1 && !readOnly && (
        <div className="want-acts">
          <Button
            busy={busyWith === 0}
            onPointerDown={() => {
              pressed.current = proposed;
            }}
            onClick={(event) => {
              // Of a double click, the second would take the lines that come after.
              if (event.detail > 1) return;
              const tabs = partsOf(event);
              void run(() => takeAll(event.detail === 0 ? proposed : pressed.current, tabs), 0);
            }}
          >
            Use These {proposed.length} Products
          </Button>
        </div>
      )}
      {isFixing && Faulty ? (
        <Faulty
          lines={faulty}
          correct={async (corrections) =>
            (await call(correctWants, { id: want_list.id }, { lines: corrections })).lines
          }
          onRemove={setRemoving}
          onChange={onChange}
        />
      ) : (
        <Lines
          lines={lines}
          status={asked.status}
          busy={busy}
          onEdit={readOnly ? null : setEditing}
          onFix={() => ask({ status: 'problems', page: 1 })}
          onTake={(line) => void run(() => take(line), line.id)}
        />
      )}
      <Pager page={asked.page} per={LINES_PER_PAGE} total={total} onPage={(page) => ask({ page })} />
      {Dialog &&
        editing &&
        createPortal(
          <Dialog
            want={editing}
            item={itemOf(editing)}
            update={(changes) => call(updateWant, { id: editing.id }, changes)}
            onRefuse={async () => {
              await call(updateWant, { id: editing.id }, { product_id: null });
              setRefused(editing);
              setEditing(null);
              await onChange();
            }}
            onRemove={() => {
              setRemoving(editing);
              setEditing(null);
            }}
            onClose={() => setEditing(null)}
            onChange={onChange}
          />,
          document.body,
        )}
      <RemoveDialog want={removing} onClose={() => setRemoving(null)} onRemoved={onChange} />
    </div>
  );
}

const partsOf = ({ currentTarget }: MouseEvent) =>
  currentTarget
    .closest('.stack')
    ?.querySelector<HTMLElement>('.tabs [aria-current], .tabs [aria-selected=true]');

interface RemoveDialogProps {
  want: WantLine | null;
  onClose: () => void;
  onRemoved: () => Promise<unknown>;
}

function RemoveDialog({ want, onClose, onRemoved }: RemoveDialogProps) {
  const { busy, run } = useAct({ onError: notifyError() });
  async function remove() {
    if (!want) return;
    const isRemoved = await run(() => call(deleteWant, { id: want.id }));
    onClose();
    if (!isRemoved) return;
    notify('success', 'Line removed.');
    await onRemoved();
  }
  return (
    <ConfirmDialog
      title={`Remove “${want ? itemOf(want) : ''}”?`}
      open={want !== null}
      danger
      busy={busy}
      confirmLabel="Remove Line"
      onConfirm={() => void remove()}
      onCancel={onClose}
    >
      We stop watching for it.
    </ConfirmDialog>
  );
}

/** The item is looked for again, so that its proposals come back. */
function RefusedNotice({ want, onUndone }: { want: WantLine; onUndone: () => Promise<unknown> }) {
  const { busy, run } = useAct({ onError: notifyError() });
  const undo = () =>
    run(async () => {
      await call(updateWant, { id: want.id }, { item: itemOf(want) });
      await onUndone();
    });
  return (
    <div className="want-refused">
      <Notice
        live
        action={
          <Button size="small" icon="undo" busy={busy} onClick={() => void undo()}>
            Undo
          </Button>
        }
      >
        None of the proposals is “{itemOf(want)}”. We keep watching for it.
      </Notice>
    </div>
  );
}

interface UnreadableProps {
  list: WantList;
  text: string | null;
  readOnly: boolean;
}

/** A list that could not be read. Another one takes its place. */
function Unreadable({ list, text, readOnly }: UnreadableProps) {
  const [isOpen, setOpen] = useState(false);
  const Dialog = useLateComponent<NewListDialogProps>({
    wanted: isOpen,
    load: () => import('../wants/NewListDialog').then((loaded) => loaded.NewListDialog),
    onFailure: () => setOpen(false),
  });
  async function create(given: NewList) {
    const { want_list } = await call(createWantList, {}, { want_list: given });
    // The new list is there, whether or not the old one goes.
    await call(deleteWantList, { id: list.id }).catch(() => undefined);
    visit(`/want_lists/${want_list.id}`);
  }
  return (
    <>
      <Notice
        tone="red"
        title="This list couldn't be read"
        action={
          readOnly ? (
            <Button href="/want_lists">Open Want Lists</Button>
          ) : (
            <Button tone="primary" aria-haspopup="dialog" onClick={() => setOpen(true)}>
              {text === null ? 'Try Again' : 'Correct and Try Again'}
            </Button>
          )
        }
      >
        {list.error}
      </Notice>
      {Dialog &&
        isOpen &&
        createPortal(
          <Dialog
            given={{ name: list.name, text: text ?? '' }}
            onClose={() => setOpen(false)}
            onCreate={create}
          />,
          document.body,
        )}
    </>
  );
}

function Reading({ list: { state, progress } }: { list: WantList }) {
  if (state === 'ready') return null;
  const { done, of } = progress;
  return (
    <div role="status">
      <Progress
        label={
          state === 'reading' ? 'Reading the list' : `Matching ${formatUnits(done)} of ${counted(of, 'line')}`
        }
        value={of === 0 ? null : (100 * done) / of}
      />
    </div>
  );
}

interface ActsProps {
  list: WantList;
  addable: number;
  onChange: () => Promise<unknown>;
}

/** What can be done with the list: the cart first, where some line can be added. */
function Acts({ list, addable, onChange }: ActsProps) {
  const [isOpen, setOpen] = useState(false);
  const [isEditing, setEditing] = useState(false);
  const Dialog = useLateComponent<DraftDialogProps>({
    wanted: isOpen,
    load: () => import('./DraftDialog').then((loaded) => loaded.DraftDialog),
    onFailure: () => setOpen(false),
  });
  const EditDialog = useLateComponent<EditListDialogProps>({
    wanted: isEditing,
    load: () => import('../wants/EditListDialog').then((loaded) => loaded.EditListDialog),
    onFailure: () => setEditing(false),
  });
  const { matched } = list.counts;
  return (
    <div className="want-acts">
      {addable > 0 ? (
        <Button tone="primary" icon="cart" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          Add {formatUnits(addable)} to Cart
        </Button>
      ) : (
        matched > 0 && (
          <p className="muted">
            {matched === 1 ? 'The ready line is' : `All ${formatUnits(matched)} ready lines are`} in your cart
            or in open offers already.
          </p>
        )
      )}
      <Button icon="edit" aria-haspopup="dialog" onClick={() => setEditing(true)}>
        Edit List
      </Button>
      {EditDialog &&
        isEditing &&
        createPortal(
          <EditDialog
            list={list}
            onClose={() => setEditing(false)}
            onSave={async (changes) => {
              await call(updateWantList, { id: list.id }, { want_list: changes });
              // The name is the page's title.
              if (changes.name !== list.name) visit(`${location.pathname}${location.search}`);
              else await onChange();
            }}
          />,
          document.body,
        )}
      {Dialog &&
        isOpen &&
        createPortal(
          <Dialog
            draft={(request) => call(draftWants, { id: list.id }, request)}
            onClose={() => setOpen(false)}
            onChange={onChange}
          />,
          document.body,
        )}
    </div>
  );
}
