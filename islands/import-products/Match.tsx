import { useState } from 'react';
import type { Preview, PreviewColumn } from '../../server/imports/preview/contract';
import { type ImportField, importColumns, type TemplateColumn } from '../../server/imports/rules';
import { SelectField } from '../forms/field';
import { Badge } from '../ui/badge';
import { Disclosure } from '../ui/disclosure';
import { type Column, Table } from '../ui/table';
import { HeaderRow } from './HeaderRow';
import { isRequired, needsAnswer, requirementOf } from './matching';
import { useIsPhone } from './use-is-phone';

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

/** A field of ours, or a column of the file that has none. */
type Row = { kind: 'field'; field: TemplateColumn } | { kind: 'column'; at: number };

const keyOf = (row: Row) => (row.kind === 'field' ? row.field.field : `column ${row.at}`);

/** Exports of shops have more, which are skipped. */
const MAX_OPEN_COLUMNS = 8;

/** What needs an answer comes first, and stays there once it is answered. */
function rowsToAnswer(preview: Preview, unmatched: readonly Row[]): Row[] {
  const { mapping } = preview;
  const isMatched = (field: ImportField) => mapping.includes(field);
  const isAsked = ({ field, heading, required }: TemplateColumn) =>
    required &&
    isRequired(heading, preview) &&
    !isMatched(field) &&
    !(field === 'photo_1' && mapping.some((one) => one?.startsWith('photo_')));
  return [
    ...importColumns.filter(isAsked).map((field) => ({ kind: 'field' as const, field })),
    ...(unmatched.length > MAX_OPEN_COLUMNS ? [] : unmatched),
  ];
}

export function Match({ preview, onMapping, onHeader }: Props) {
  const [unmatched] = useState(() =>
    preview.columns.flatMap((column, at): Row[] => (needsAnswer(column) ? [{ kind: 'column', at }] : [])),
  );
  const [asked] = useState(() => rowsToAnswer(preview, unmatched));
  const isPhone = useIsPhone();
  const askedKeys = new Set(asked.map(keyOf));
  const fields = importColumns
    .map((field): Row => ({ kind: 'field', field }))
    .filter((row) => !askedKeys.has(keyOf(row)));
  const isMatched = (row: Row) => row.kind === 'field' && preview.mapping.includes(row.field.field);
  const matched = fields.filter(isMatched);
  const others = fields.filter((row) => !isMatched(row));

  /** A field has at most one column, and a column one field. */
  function choose(at: number | null, field: ImportField | null) {
    onMapping(
      preview.mapping.map((had, index) =>
        index === at ? field : had === field && field !== null ? null : had,
      ),
    );
  }

  const table = (caption: string, rows: readonly Row[]) => (
    <div className="match-table">
      <Table
        caption={caption}
        cards
        rows={rows}
        rowKey={keyOf}
        rowClass={({ kind }) => (kind === 'column' ? 'of-column' : undefined)}
        columns={tableColumns(preview, choose)}
      />
    </div>
  );
  const matchedTable = table('Our fields and the columns of your file', matched);
  return (
    <section className="import-match" aria-label="Match columns">
      <div className="import-bar">
        <h2>Match your columns</h2>
        <p className="muted small">Columns set to “Don't import” are skipped. Nothing is saved yet.</p>
      </div>
      <HeaderRow preview={preview} onHeader={onHeader} />
      {asked.length > 0 && (
        <>
          <h3>Needs your answer</h3>
          {table('Fields and columns without a match', asked)}
        </>
      )}
      {isPhone && asked.length > 0 ? (
        <Disclosure title="Matched" count={matched.length} level={3}>
          {matchedTable}
        </Disclosure>
      ) : (
        <>
          {asked.length > 0 && <h3>Matched</h3>}
          {matchedTable}
        </>
      )}
      {unmatched.length > MAX_OPEN_COLUMNS && (
        <Disclosure title="Columns that aren't imported" count={unmatched.length} level={3}>
          {table('Columns without a match', unmatched)}
        </Disclosure>
      )}
      {others.length > 0 && (
        <Disclosure title="More fields" count={others.length} level={3}>
          {table('Fields without a column', others)}
        </Disclosure>
      )}
    </section>
  );
}

const nameOfColumn = ({ heading }: PreviewColumn, at: number) => heading || `Column ${at + 1}`;

const tableColumns = (
  preview: Preview,
  choose: (at: number | null, field: ImportField | null) => void,
): readonly Column<Row>[] => {
  const { columns, mapping } = preview;
  const placeOf = (row: Row) => (row.kind === 'column' ? row.at : mapping.indexOf(row.field.field));
  return [
    {
      key: 'field',
      head: 'Our field',
      cell: (row) =>
        row.kind === 'field' ? (
          <>
            <b>{row.field.heading}</b>
            {row.field.required && (
              <span className="muted small"> {requirementOf(row.field.heading, preview)}</span>
            )}
          </>
        ) : (
          <SelectField
            label={`Field for “${columns[row.at]?.heading || row.at + 1}”`}
            labelHidden
            name={`mapping_${row.at}`}
            value={mapping[row.at] ?? ''}
            placeholder="Don't import"
            options={importColumns.map((one) => ({ value: one.field, label: one.heading }))}
            onChange={(field) => choose(row.at, (field || null) as ImportField | null)}
          />
        ),
    },
    {
      key: 'column',
      head: 'Your column',
      cell: (row) =>
        row.kind === 'column' ? (
          (columns[row.at]?.heading ?? '')
        ) : (
          <SelectField
            label={`Column for “${row.field.heading}”`}
            labelHidden
            name={`column_${row.field.field}`}
            value={String(mapping.indexOf(row.field.field))}
            options={[
              {
                value: '-1',
                label:
                  row.field.required && isRequired(row.field.heading, preview)
                    ? 'Choose a column'
                    : 'No column',
              },
              ...columns.map((column, at) => ({ value: String(at), label: nameOfColumn(column, at) })),
            ]}
            onChange={(at) =>
              at === '-1'
                ? choose(mapping.indexOf(row.field.field), null)
                : choose(Number(at), row.field.field)
            }
          />
        ),
    },
    {
      key: 'samples',
      head: 'Examples from your file',
      cell: (row) => (
        <span className="muted small sample">{columns[placeOf(row)]?.samples.join(' · ') ?? ''}</span>
      ),
    },
    {
      key: 'by',
      head: 'Matched by',
      cell: (row) => {
        const by = columns[placeOf(row)]?.by;
        return by === 'likeness' ? (
          <Badge tone="yellow">{HOW[by]}</Badge>
        ) : (
          <span className="muted small">{by ? HOW[by] : row.kind === 'field' ? '' : 'No match'}</span>
        );
      },
    },
  ];
};
