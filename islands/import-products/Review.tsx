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
  ['changed', 'updated'],
  ['unchanged', 'unchanged'],
  ['incomplete', 'incomplete'],
  ['refused', "can't be imported"],
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
      <Notice tone="red" title="This file can't be imported">
        {preview.error}
      </Notice>
    );
  return (
    <div className="stack loose" aria-busy={busy} ref={review}>
      <section aria-label="Import summary">
        <ul className="figures" aria-live="polite">
          {FIGURES.map(([status, text]) => (
            <li key={status} className="figure">
              <b>{formatUnits(preview.counts[status])}</b>
              <span>{text}</span>
            </li>
          ))}
        </ul>
        <p className="muted small figures-note">Nothing is saved until you submit.</p>
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
    <Disclosure title="Changes to your products" count={preview.counts.changed}>
      <Table
        caption="Products with fields to be filled in"
        cards
        rows={changed}
        rowKey={({ line }) => String(line)}
        columns={[
          { key: 'line', head: 'Line', cell: ({ line }) => line, num: true },
          { key: 'name', head: 'Product', cell: ({ name, upc }) => name || upc },
          {
            key: 'changes',
            head: 'Changes',
            cell: ({ changes }) => changes.map(({ column, value }) => `${column}: ${value}`).join(', '),
          },
        ]}
      />
    </Disclosure>
  );
}
