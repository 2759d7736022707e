import { type ReactNode, useEffect, useState } from 'react';
import { formatUnits } from '../../server/contract/money';
import type { GridRow } from '../../server/imports/preview/contract';
import { TextField } from '../forms/field';
import { Badge } from '../ui/badge';
import { Button, IconButton } from '../ui/button';
import { Skeleton } from '../ui/feedback';
import { Icon } from '../ui/icon';
import { type GridColumn, ROW_ADVICE } from './grid-columns';
import { KINDS } from './kinds';
import type { ImportFlow } from './use-import';
import type { ListedRows } from './use-rows';

interface Props {
  rows: ListedRows;
  columns: readonly GridColumn[];
  corrections: ImportFlow['corrections'];
  check: ReactNode;
}

/** On phones: one row at a time, with the fields that have problems. */
export function RowByRow({ rows, columns, corrections, check }: Props) {
  const [wanted, setWanted] = useState(0);
  const at = Math.max(0, Math.min(wanted, rows.total - 1));
  useEffect(() => {
    if (rows.total > 0) rows.ensure(at, Math.min(at + 1, rows.total - 1));
  }, [rows, at]);
  if (rows.total === 0) return null;
  const row = rows.rowAt(at);
  return (
    <section className="row-by-row" aria-label="Rows">
      <header>
        <IconButton
          icon="chevron-left"
          label="Previous row"
          disabled={at === 0}
          onClick={() => setWanted(at - 1)}
        />
        <p className="row-place">
          <b>{row ? titleOf(row) : '…'}</b>
          <span>
            <span>Line {row?.line ?? '…'}</span> ·{' '}
            <span>
              {formatUnits(at + 1)} of {formatUnits(rows.total)}
            </span>
          </span>
        </p>
        <IconButton
          icon="chevron-right"
          label="Next row"
          disabled={at >= rows.total - 1}
          onClick={() => setWanted(at + 1)}
        />
      </header>
      {row ? (
        <OneRow key={row.line} row={row} columns={columns} corrections={corrections} />
      ) : (
        <Skeleton shape="rows" count={3} label="Loading the row" />
      )}
      <footer>
        {check}
        {at < rows.total - 1 ? (
          <Button size="small" onClick={() => setWanted(at + 1)}>
            {`Go to Line ${rows.rowAt(at + 1)?.line ?? '…'}`}
          </Button>
        ) : (
          <p className="muted small">This is the last row. Submit when you're ready.</p>
        )}
      </footer>
    </section>
  );
}

const titleOf = ({ name, upc }: GridRow) => name || (upc ? `UPC ${upc}` : 'No name');

interface OneRowProps extends Omit<Props, 'rows' | 'check'> {
  row: GridRow;
}

function OneRow({ row, columns, corrections }: OneRowProps) {
  const worst = row.problems[0] && KINDS[row.problems[0].kind];
  return (
    <div className="grid-row one-row">
      <div className="row-name">
        {row.cells.seller_price_cents && (
          <span className="tabular">Asking {row.cells.seller_price_cents}</span>
        )}
        {worst && <Badge tone={worst.tone}>{worst.text}</Badge>}
      </div>
      {row.problems.map((problem) => (
        <Problem
          key={`${problem.kind} ${problem.column} ${problem.message}`}
          problem={problem}
          text={problem.field ? (row.cells[problem.field] ?? '') : ''}
          corrections={corrections}
        />
      ))}
      {row.problems.length === 0 && <Values row={row} columns={columns} />}
    </div>
  );
}

interface ProblemProps extends Pick<Props, 'corrections'> {
  problem: GridRow['problems'][number];
  text: string;
}

/** A problem without a field concerns the whole row. */
function Problem({ problem: { kind, field, line, column, message }, text, corrections }: ProblemProps) {
  if (!field)
    return (
      <p className="form-error">
        {message} {ROW_ADVICE}
      </p>
    );
  const said = kind === 'refused' ? { error: message } : { hint: <Warning>{message}</Warning> };
  return (
    <TextField
      label={`${column}, line ${line}`}
      name={field}
      value={corrections.cell(line, field) ?? text}
      {...said}
      onChange={(to) => corrections.typeCell(line, field, to)}
    />
  );
}

/** The row is imported all the same, so this is no error. */
const Warning = ({ children }: { children: string }) => (
  <span className="cell-warning">
    <Icon name="warning" />
    {children}
  </span>
);

const Values = ({ row, columns }: Pick<OneRowProps, 'row' | 'columns'>) => (
  <dl className="row-values">
    {columns
      .filter(({ field }) => row.cells[field])
      .map(({ field, heading }) => {
        const kept = row.differs.find(({ column }) => column === heading);
        return (
          <div key={field}>
            <dt>{heading}</dt>
            <dd>
              {row.original[field] !== undefined && <del>{row.original[field] || 'empty'}</del>}{' '}
              {row.cells[field]} {kept && <span className="muted">now {kept.own}</span>}
            </dd>
          </div>
        );
      })}
  </dl>
);
