import { useRef } from 'react';
import type { Preview } from '../../server/imports/preview/contract';
import { useFocusRestore } from '../browser/focus-restore';
import { Disclosure } from '../ui/disclosure';
import { Notice } from '../ui/feedback';
import { Table } from '../ui/table';
import { Columns, Match } from './Columns';
import { Problems } from './Problems';
import { Summary } from './Summary';
import type { ImportFlow } from './use-import';

/** The preview: the counts, and first the columns to match, then the rows to fix. */
export function Review({ flow }: { flow: ImportFlow }) {
  const { preview, busy, change, isMatching, corrections } = flow;
  const columns = {
    onMapping: (mapping: Preview['mapping']) => void change({ mapping }),
    onHeader: (header_line: number) => void change({ header_line }),
  };
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
      {isMatching ? (
        <Match key={`${preview.id} ${preview.header_line}`} preview={preview} {...columns} />
      ) : (
        <>
          <Summary rows={preview.counts} products={preview.product_counts} isPreview />
          <Problems preview={preview} corrections={corrections} />
          <Columns preview={preview} {...columns} />
          <ChangedProducts preview={preview} />
          <DifferingProducts preview={preview} />
        </>
      )}
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

/** Until imports can overwrite values, a file's other values are shown and stay out. */
function DifferingProducts({ preview }: { preview: Preview }) {
  const differing = preview.rows.filter(({ differs }) => differs?.length > 0);
  if (differing.length === 0) return null;
  return (
    <Disclosure title="Differs from your products" count={preview.counts.differs}>
      <p className="muted match-note">
        An import never overwrites values. Your products keep theirs; edit them to change them.
      </p>
      <Table
        caption="Values in your file that differ from your products"
        cards
        rows={differing.flatMap(({ line, name, upc, differs }) =>
          differs.map((difference) => ({ ...difference, line, product: name || upc })),
        )}
        rowKey={({ line, column }) => `${line} ${column}`}
        columns={[
          { key: 'line', head: 'Line', cell: ({ line }) => line, num: true },
          { key: 'product', head: 'Product', cell: ({ product }) => product },
          { key: 'column', head: 'Column', cell: ({ column }) => column },
          { key: 'value', head: 'In your file', cell: ({ value }) => value },
          { key: 'own', head: 'Your product keeps', cell: ({ own }) => own },
        ]}
      />
    </Disclosure>
  );
}
