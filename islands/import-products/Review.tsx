import { useRef } from 'react';
import { formatUnits } from '../../server/contract/money';
import type { Preview, RowStatus } from '../../server/imports/preview/contract';
import { useFocusRestore } from '../browser/focus-restore';
import { Disclosure } from '../ui/disclosure';
import { Notice } from '../ui/notice';
import { Table } from '../ui/table';
import { Columns } from './Columns';
import { Problems } from './Problems';
import type { ImportFlow } from './use-import';

const FIGURES: readonly [status: RowStatus, text: string][] = [
  ['new', 'new'],
  ['changed', 'get what was missing'],
  ['unchanged', 'unchanged'],
  ['incomplete', 'incomplete'],
  ['refused', 'refused'],
];

/** The preview: counts, column mapping, problems and changes. */
export function Review({ flow }: { flow: ImportFlow }) {
  const { preview, busy, change } = flow;
  const review = useRef<HTMLDivElement>(null);
  // A corrected row disappears: the focus moves to the next one.
  useFocusRestore(review, '.problem-group');
  if (!preview) return null;
  if (preview.error)
    return (
      <Notice tone="red" title="This file cannot be imported">
        {preview.error}
      </Notice>
    );
  return (
    <div className="stack loose" aria-busy={busy} ref={review}>
      <section aria-label="What would happen">
        <ul className="figures" aria-live="polite">
          {FIGURES.map(([status, text]) => (
            <li key={status} className="figure">
              <b>{formatUnits(preview.counts[status])}</b>
              <span>{text}</span>
            </li>
          ))}
        </ul>
        <p className="muted small figures-note">Nothing is saved before you submit.</p>
      </section>
      <Columns preview={preview} onMapping={(mapping) => void change({ mapping })} />
      <Problems preview={preview} busy={busy} onChange={change} />
      <ChangedProducts preview={preview} />
    </div>
  );
}

function ChangedProducts({ preview }: { preview: Preview }) {
  const changed = preview.rows.filter(({ changes }) => changes.length > 0);
  if (changed.length === 0) return null;
  return (
    <Disclosure title="What your products get" count={preview.counts.changed}>
      <Table
        caption="Products that get what was missing"
        cards
        rows={changed}
        rowKey={({ line }) => String(line)}
        columns={[
          { key: 'line', head: 'Line', cell: ({ line }) => line, num: true },
          { key: 'name', head: 'Product', cell: ({ name, upc }) => name || upc },
          {
            key: 'changes',
            head: 'Gets',
            cell: ({ changes }) => changes.map(({ column, value }) => `${column}: ${value}`).join(', '),
          },
        ]}
      />
    </Disclosure>
  );
}
