import type { ReactNode } from 'react';
import { useDates } from './dates';

export interface TimelineEntry {
  id: string | number;
  /** ISO 8601. */
  at: string;
  title: string;
  tone?: 'yellow' | 'green' | 'red' | 'accent' | undefined;
  body?: ReactNode;
}

interface TimelineProps {
  entries: readonly TimelineEntry[];
  label?: string;
  /** The entry whose details are shown elsewhere. */
  current?: TimelineEntry['id'] | undefined;
  /** Makes titles buttons. */
  onSelect?: ((id: TimelineEntry['id']) => void) | undefined;
}

/** Events with their times in the reader's zone. */
export function Timeline({ entries, label = 'History', current, onSelect }: TimelineProps) {
  const { moment } = useDates();
  return (
    <ol className="timeline" aria-label={label}>
      {entries.map(({ id, at, title, tone, body }) => (
        <li key={id} className={tone} aria-current={id === current ? 'step' : undefined}>
          <div className="timeline-head">
            {onSelect ? (
              <button type="button" className="timeline-pick" onClick={() => onSelect(id)}>
                {title}
              </button>
            ) : (
              <b>{title}</b>
            )}
            <time dateTime={at}>{moment(at)}</time>
          </div>
          {body}
        </li>
      ))}
    </ol>
  );
}
