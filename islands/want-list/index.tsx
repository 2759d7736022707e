import { useState } from 'react';
import { createPortal } from 'react-dom';
import type { PropsOf } from '../../server/contract/island';
import { counted, formatUnits } from '../../server/contract/money';
import {
  deleteWant,
  draftWants,
  showWantList,
  updateWant,
  type WantLine,
  type WantList,
  type WantListAsked,
  type WantListPage,
  type wantList,
} from '../../server/wants/contract';
import { LINES_PER_PAGE, type WantPart } from '../../server/wants/rules';
import { call } from '../browser/api';
import { givenId, pathQuery } from '../browser/navigation';
import { useLateComponent } from '../browser/use-late-component';
import { useChannel } from '../live/cable';
import { Button } from '../ui/button';
import { Failed, Notice, Skeleton } from '../ui/feedback';
import { useList } from '../ui/lists/use-list';
import { Pager } from '../ui/pager';
import { Progress } from '../ui/progress';
import { Tabs } from '../ui/tabs';
import type { DraftDialogProps } from './DraftDialog';
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

function Shown({ list: { want_list, lines }, asked, ask, busy, readOnly, onChange }: ShownProps) {
  const [editing, setEditing] = useState<WantLine | null>(null);
  const { counts } = want_list;
  const total = asked.status
    ? counts[asked.status]
    : Object.values(counts).reduce((sum, one) => sum + one, 0);
  const Dialog = useLateComponent<WantDialogProps>({
    wanted: editing !== null,
    load: () => import('./WantDialog').then((loaded) => loaded.WantDialog),
    onFailure: () => setEditing(null),
  });
  if (want_list.state === 'failed')
    return (
      <Notice
        tone="red"
        title="This list couldn't be read"
        action={<Button href="/want_lists">Open Want Lists</Button>}
      >
        {want_list.error}
      </Notice>
    );
  return (
    <div className="stack">
      <Reading list={want_list} />
      {!readOnly && <Adding list={want_list} onAdded={onChange} />}
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
      <Lines lines={lines} status={asked.status} busy={busy} onEdit={readOnly ? null : setEditing} />
      <Pager page={asked.page} per={LINES_PER_PAGE} total={total} onPage={(page) => ask({ page })} />
      {Dialog &&
        editing &&
        createPortal(
          <Dialog
            want={editing}
            item={itemOf(editing)}
            update={(changes) => call(updateWant, { id: editing.id }, changes)}
            remove={() => call(deleteWant, { id: editing.id })}
            onClose={() => setEditing(null)}
            onChange={onChange}
          />,
          document.body,
        )}
    </div>
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

function Adding({ list, onAdded }: { list: WantList; onAdded: () => Promise<unknown> }) {
  const [isOpen, setOpen] = useState(false);
  const Dialog = useLateComponent<DraftDialogProps>({
    wanted: isOpen,
    load: () => import('./DraftDialog').then((loaded) => loaded.DraftDialog),
    onFailure: () => setOpen(false),
  });
  const { matched } = list.counts;
  if (matched === 0) return null;
  return (
    <div className="button-row">
      <Button tone="primary" icon="cart" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Add {formatUnits(matched)} to Cart
      </Button>
      {Dialog &&
        isOpen &&
        createPortal(
          <Dialog
            draft={(request) => call(draftWants, { id: list.id }, request)}
            onClose={() => setOpen(false)}
            onChange={onAdded}
          />,
          document.body,
        )}
    </div>
  );
}
