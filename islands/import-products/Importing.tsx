import { useRef } from 'react';
import { formatUnits } from '../../server/contract/money';
import type { ImportRecord } from '../../server/imports/contract';
import { Modal } from '../ui/modal';
import { Progress } from '../ui/progress';
import { rowsLine } from './outcome';
import { pace, remainingTime } from './pace';

/** Progress by rows written, with an estimate of the remaining time. */
export function Importing({ record, open }: { record: ImportRecord | null; open: boolean }) {
  const first = useRef<{ id: number; at: number; done: number } | null>(null);
  if (record && first.current?.id !== record.id)
    first.current = { id: record.id, at: performance.now(), done: record.done_rows };
  const seconds = (performance.now() - (first.current?.at ?? 0)) / 1_000;
  const since = { done: first.current?.done ?? 0, seconds };
  const details = record ? [pace(record, since), remainingTime(record, since)].filter(Boolean) : [];
  return (
    <Modal title="Importing" open={open} onClose={() => undefined} dismissable={false} size="small">
      <Progress label="Importing your products" value={record?.imported_percentage ?? 0} />
      {record && record.total_rows > 0 && (
        <p className="small tabular">
          {formatUnits(record.done_rows)} of {formatUnits(record.total_rows)} rows
          {details.map((text) => `, ${text}`)}
        </p>
      )}
      {record?.row_counts && record.done_rows > 0 && (
        <p className="small tabular">So far: {rowsLine(record.row_counts)}</p>
      )}
      <p className="muted small">You can leave this page. The import continues in the background.</p>
    </Modal>
  );
}
