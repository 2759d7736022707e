import { useState } from 'react';
import { counted, formatUnits } from '../../server/contract/money';
import type { ImportRecord, ImportUndo } from '../../server/imports/contract';
import { useLateComponent } from '../browser/use-late-component';
import { Button } from '../ui/button';
import { useDates } from '../ui/dates';
import { Disclosure } from '../ui/disclosure';
import { Notice } from '../ui/feedback';
import { importedBefore, partlyKeptLine, productLines, soldOutLine, successLines } from './outcome';
import { Summary } from './Summary';

interface Props {
  record: ImportRecord;
  onAgain: () => void;
  onRetry: () => void;
}

/** The result on the page, below the modals of `Outcomes`. */
export function Report({ record, onAgain, onRetry }: Props) {
  const [undone, setUndone] = useState<ImportUndo | null>(null);
  const UndoUpdate = useLateComponent({
    wanted: record.undo_until !== null && Date.parse(record.undo_until) > Date.now(),
    load: () => import('./UndoUpdate').then((loaded) => loaded.UndoUpdate),
    onFailure: () => undefined,
  });
  const Undone = useLateComponent({
    wanted: undone !== null,
    load: () => import('./UndoUpdate').then((loaded) => loaded.Undone),
    onFailure: () => undefined,
  });
  return (
    <section className="stack" aria-label="Import results">
      {undone && Undone ? (
        <Undone answer={undone} />
      ) : record.imported_status === 'failed' ? (
        <FailureNotice record={record} onRetry={onRetry} />
      ) : record.undone_at ? (
        <UndoneNotice record={record} at={record.undone_at} />
      ) : (
        <SuccessNotice record={record} />
      )}
      {record.row_counts && record.done_rows > 0 && (
        <Summary rows={record.row_counts} products={record.product_counts} />
      )}
      {record.rejected_count > 0 && <RejectedRows record={record} />}
      {record.warning_count > 0 && <LeftOutValues record={record} />}
      <div className="button-row">
        <Button href="/dashboard/manage_products" tone="primary">
          Manage Products
        </Button>
        {record.rejected_count + record.issue_count + record.warning_count > 0 && (
          <Button href={`/imported_csvs/${record.id}/rejected.csv`} icon="download" target="_blank">
            Download Remaining Rows
          </Button>
        )}
        <Button onClick={onAgain}>Import Another File</Button>
        {UndoUpdate && !undone && <UndoUpdate record={record} onUndone={setUndone} />}
      </div>
    </section>
  );
}

function FailureNotice({ record, onRetry }: Pick<Props, 'record' | 'onRetry'>) {
  const { error, resume_row } = record;
  const before = importedBefore(record);
  return (
    <Notice
      tone="red"
      title="Import failed"
      action={
        resume_row !== null && (
          <Button size="small" onClick={onRetry}>
            {resume_row === 1 ? 'Try Again' : `Try Again from Row ${formatUnits(resume_row)}`}
          </Button>
        )
      }
    >
      {error ?? 'Something went wrong.'} {before}
      {resume_row === null && before && ' Fix the file and import it again to add the rest.'}
    </Notice>
  );
}

const SuccessNotice = ({ record }: { record: ImportRecord }) => (
  <Notice tone="green" title="Import complete">
    {(record.product_counts ? productLines(record.product_counts) : successLines(record)).join(' ') ||
      'No changes were needed.'}{' '}
    {record.product_counts && record.sold_out_count > 0 && soldOutLine(record.sold_out_count)}{' '}
    {partlyKeptLine(record)}
  </Notice>
);

/** What was there before is what stays. */
function UndoneNotice({ record, at }: { record: ImportRecord; at: string }) {
  const dates = useDates();
  return (
    <Notice title="Update undone">
      The values that this import replaced were restored on {dates.moment(at)}. New products and values that
      it filled in stay.{' '}
      {record.imported_count > 0 && `${counted(record.imported_count, 'product')} imported.`}
    </Notice>
  );
}

const RejectedRows = ({ record: { rejected_rows, rejected_count } }: { record: ImportRecord }) => (
  <Disclosure title="Rows that were not imported" count={rejected_count} open>
    <ul className="result-list by-line">
      {rejected_rows.map(({ line, errors }) => (
        <li key={line}>
          <b>Line {line}</b>
          <span>
            {Object.entries(errors)
              .map(([column, message]) => `${column}: ${message}`)
              .join('. ')}
          </span>
        </li>
      ))}
    </ul>
    <MoreNote total={rejected_count} listed={rejected_rows.length} />
  </Disclosure>
);

const LeftOutValues = ({ record: { warnings, warning_count } }: { record: ImportRecord }) => (
  <Disclosure title="Values that were not imported" count={warning_count}>
    <ul className="result-list by-line">
      {warnings.map(({ line, column, value, message }) => (
        <li key={`${line} ${column} ${message}`}>
          <b>
            Line {line}, {column}
          </b>
          <span>
            {value && `“${value}”. `}
            {message}
          </span>
        </li>
      ))}
    </ul>
    <MoreNote total={warning_count} listed={warnings.length} />
  </Disclosure>
);

const MoreNote = ({ total, listed }: { total: number; listed: number }) =>
  total > listed && <p className="muted">{formatUnits(total - listed)} more not shown.</p>;
