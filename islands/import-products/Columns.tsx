import { templateColumns } from '../../server/imports/columns-contract';
import type { Preview, PreviewColumn } from '../../server/imports/preview/contract';
import { SelectField } from '../forms/text-field';
import { Badge } from '../ui/badge';
import { Disclosure } from '../ui/disclosure';
import { Notice } from '../ui/notice';
import { type Column, Table } from '../ui/table';

interface Props {
  preview: Preview;
  onMapping: (mapping: Preview['mapping']) => void;
}

const HOW: Record<NonNullable<PreviewColumn['by']>, string> = {
  heading: 'by its heading',
  remembered: 'as last time',
  likeness: 'by likeness',
  chosen: 'as you said',
};

/** Maps the columns of the file to product fields. */
export function Columns({ preview, onMapping }: Props) {
  const { columns, mapping, missing } = preview;
  const choose = (at: number, field: string) =>
    onMapping(
      mapping.map((had, index) => {
        if (index === at) return (field || null) as typeof had;
        // A field has at most one column.
        return had === field ? null : had;
      }),
    );
  return (
    <>
      {missing.length > 0 && (
        <Notice tone="yellow" title="Not found in your file">
          {missing.join(', ')}. Choose the columns below, or go on: new products wait until they have them.
        </Notice>
      )}
      <Disclosure
        title="Columns"
        count={columns.length}
        open={missing.length > 0 || columns.some(({ by }) => by === 'likeness')}
      >
        <Table
          caption="What the columns of your file mean"
          cards
          rows={columns.map((column, at) => ({ ...column, at }))}
          rowKey={({ at }) => String(at)}
          columns={tableColumns(choose)}
        />
      </Disclosure>
    </>
  );
}

type Row = PreviewColumn & { at: number };

const tableColumns = (onChoose: (at: number, field: string) => void): readonly Column<Row>[] => [
  { key: 'heading', head: 'Your column', cell: ({ heading }) => heading || '(no heading)' },
  {
    key: 'samples',
    head: 'For example',
    cell: ({ samples }) => <span className="muted small sample">{samples.join(' · ')}</span>,
  },
  {
    key: 'field',
    head: 'Is',
    cell: ({ at, heading, field }) => (
      <SelectField
        label={`What “${heading || at + 1}” means`}
        labelHidden
        name={`mapping_${at}`}
        value={field ?? ''}
        placeholder="Left out"
        options={templateColumns.map((one) => ({ value: one.field, label: one.heading }))}
        onChange={(chosen) => onChoose(at, chosen)}
      />
    ),
  },
  {
    key: 'by',
    head: 'Recognised',
    cell: ({ by }) => (by ? <Badge tone={by === 'likeness' ? 'yellow' : 'gray'}>{HOW[by]}</Badge> : '–'),
  },
];
