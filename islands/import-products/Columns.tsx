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
  heading: 'Exact match',
  remembered: 'Same as last import',
  likeness: 'Suggested',
  chosen: 'Your choice',
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
        <Notice tone="yellow" title="Missing from your file">
          {missing.join(', ')}. Choose the columns below, or continue and complete drafts later.
        </Notice>
      )}
      <Disclosure
        title="Columns"
        count={columns.length}
        open={missing.length > 0 || columns.some(({ by }) => by === 'likeness')}
      >
        <Table
          caption="Columns in your file and the fields they map to"
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
        options={templateColumns.map((one) => ({ value: one.field, label: one.heading }))}
        onChange={(chosen) => onChoose(at, chosen)}
      />
    ),
  },
  {
    key: 'by',
    head: 'Matched by',
    cell: ({ by }) => (by ? <Badge tone={by === 'likeness' ? 'yellow' : 'gray'}>{HOW[by]}</Badge> : '–'),
  },
];
