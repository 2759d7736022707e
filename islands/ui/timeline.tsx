import type { ReactNode } from 'react';
import { moment } from './dates';

export interface TimelineEntry {
  id: string | number;
  /** ISO 8601. */
  at: string;
  title: string;
  tone?: 'yellow' | 'green' | 'red' | 'accent' | undefined;
  body?: ReactNode;
}

export function Timeline({
  entries,
  label = 'History',
}: {
  entries: readonly TimelineEntry[];
  label?: string;
}) {
  return (
    <ol className="timeline" aria-label={label}>
      {entries.map(({ id, at, title, tone, body }) => (
        <li key={id} className={tone}>
          <div className="timeline-head">
            <b>{title}</b>
            <time dateTime={at}>{moment(at)}</time>
          </div>
          {body}
        </li>
      ))}
    </ol>
  );
}
