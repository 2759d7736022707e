import { useState } from 'react';
import type { Preview, PreviewColumn } from '../../server/imports/preview/contract';
import { importColumns } from '../../server/imports/rules';
import { SelectField } from '../forms/field';
import { Badge } from '../ui/badge';
import { Disclosure } from '../ui/disclosure';
import { Notice } from '../ui/feedback';
import { type Column, Table } from '../ui/table';
import { HeaderRow } from './HeaderRow';
import { isUnsure } from './matching';

interface Props {
  preview: Preview;
  onMapping: (mapping: Preview['mapping']) => void;
  onHeader: (line: number) => void;
}

const HOW: Readonly<Record<NonNullable<PreviewColumn['by']>, string>> = {
  heading: 'Exact match',
  remembered: 'Same as last import',
  likeness: 'Suggested',
  chosen: 'Your choice',
};

/** The step before the rows: columns that need an answer come first, and stay there. */
export function Match({ preview, onMapping, onHeader }: Props) {
  const [order] = useState(() => {
    const positions = preview.columns.map((_column, at) => at);
    const rank = (at: number) => (preview.columns[at] && isUnsure(preview.columns[at]) ? 0 : 1);
    return positions.sort((a, b) => rank(a) - rank(b) || a - b);
  });
  return (
    <section aria-label="Match columns">
      <div className="section-head">
        <h2>Match your columns</h2>
      </div>
      <p className="muted match-note">
        Choose the product field for each column. Columns set to “Don't import” are skipped. Nothing is saved
        yet.
      </p>
      <HeaderRow preview={preview} onHeader={onHeader} />
      <MissingColumns missing={preview.missing} />
      <ColumnTable preview={preview} order={order} onMapping={onMapping} />
    </section>
  );
}

/** The mapping, for a second look. */
export const Columns = ({ preview, onMapping, onHeader }: Props) => (
  <>
    <MissingColumns missing={preview.missing} />
    <Disclosure title="Columns" count={preview.columns.length}>
      <HeaderRow preview={preview} onHeader={onHeader} />
      <ColumnTable preview={preview} order={preview.columns.map((_column, at) => at)} onMapping={onMapping} />
    </Disclosure>
  </>
);

const MissingColumns = ({ missing }: Pick<Preview, 'missing'>) =>
  missing.length > 0 && (
    <Notice tone="yellow" title="Missing from your file">
      {missing.join(', ')}. Choose the columns below, or continue and complete the products later.
    </Notice>
  );

interface ColumnTableProps extends Omit<Props, 'onHeader'> {
  /** Positions in the file. */
  order: readonly number[];
}

function ColumnTable({ preview: { columns, mapping }, order, onMapping }: ColumnTableProps) {
  const choose = (at: number, field: string) =>
    onMapping(
      mapping.map((had, index) => {
        if (index === at) return (field || null) as typeof had;
        // A field has at most one column.
        return had === field ? null : had;
      }),
    );
  return (
    <div className="match-table">
      <Table
        caption="Columns in your file and the fields they map to"
        cards
        rows={order.flatMap((at) => (columns[at] ? [{ ...columns[at], at }] : []))}
        rowKey={({ at }) => String(at)}
        columns={tableColumns(choose)}
      />
    </div>
  );
}

type Row = PreviewColumn & { at: number };

const tableColumns = (onChoose: (at: number, field: string) => void): readonly Column<Row>[] => [
  { key: 'heading', head: 'Your column', cell: ({ heading }) => heading || '(no heading)' },
  {
    key: 'samples',
    head: 'Example',
    cell: ({ samples }) => <span className="muted small sample">{samples.join(' · ')}</span>,
  },
  {
    key: 'field',
    head: 'Maps to',
    cell: ({ at, heading, field }) => (
      <SelectField
        label={`Field for “${heading || at + 1}”`}
        labelHidden
        name={`mapping_${at}`}
        value={field ?? ''}
        placeholder="Don't import"
        options={importColumns.map((one) => ({ value: one.field, label: one.heading }))}
        onChange={(chosen) => onChoose(at, chosen)}
      />
    ),
  },
  {
    key: 'by',
    head: 'Matched by',
    cell: (column) =>
      column.by ? (
        <Badge tone={column.by === 'likeness' ? 'yellow' : 'gray'}>{HOW[column.by]}</Badge>
      ) : isUnsure(column) ? (
        <Badge tone="yellow">No match</Badge>
      ) : (
        '–'
      ),
  },
];
