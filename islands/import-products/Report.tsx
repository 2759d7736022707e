import { formatUnits } from '../../server/contract/money';
import type { ImportRecord } from '../../server/imports/contract';
import { Button } from '../ui/button';
import { Disclosure } from '../ui/disclosure';
import { Notice } from '../ui/notice';
import { successLines } from './outcome';

interface Props {
  record: ImportRecord;
  onAgain: () => void;
  onRetry: () => void;
}

const MoreNote = ({ total, listed }: { total: number; listed: number }) =>
  total > listed && <p className="muted">{formatUnits(total - listed)} more are not listed here.</p>;

/** The result on the page, below the modals of `Outcomes`. */
export function Report({ record, onAgain, onRetry }: Props) {
  const { rejected_rows, rejected_count, warnings, warning_count, issue_count } = record;
  return (
    <section className="section stack" aria-label="Report">
      {record.imported_status === 'failed' ? (
        <Notice
          tone="red"
          title="The import has failed"
          action={
            record.resume_row !== null && (
              <Button size="small" onClick={onRetry}>
                {record.resume_row === 1
                  ? 'Try again'
                  : `Try again from row ${formatUnits(record.resume_row)}`}
              </Button>
            )
          }
        >
          {record.error ?? 'Something went wrong.'} {successLines(record).join(' ')}
          {record.resume_row === null &&
            record.imported_count + record.updated_count > 0 &&
            ' What came before that line is imported; importing the mended file again adds the rest.'}
        </Notice>
      ) : (
        <Notice tone="green" title="The import is done">
          {successLines(record).join(' ') || 'Nothing had to be changed.'}
          {issue_count > 0 &&
            ` ${formatUnits(issue_count)} ${issue_count === 1 ? 'product still needs' : 'products still need'} something.`}
        </Notice>
      )}
      {rejected_count > 0 && (
        <Disclosure title="Rows that were not imported" count={rejected_count} open>
          <ul className="result-list">
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
      )}
      {warning_count > 0 && (
        <Disclosure title="Values that were left out" count={warning_count}>
          <ul className="result-list">
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
      )}
      <div className="button-row">
        <Button href="/dashboard/manage_products" tone="primary">
          Manage Products
        </Button>
        {rejected_count + issue_count > 0 && (
          <Button href={`/imported_csvs/${record.id}/rejected.csv`} icon="download" target="_blank">
            Download the rest
          </Button>
        )}
        <Button onClick={onAgain}>Import another file</Button>
      </div>
    </section>
  );
}
