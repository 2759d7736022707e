import { useDates } from '../ui/dates';

/** Above figures of the past: a replica's, while it is behind. */
export function FiguresTime({ at }: { at: string | null | undefined }) {
  const { time } = useDates();
  if (!at) return null;
  return (
    <p className="muted small">
      Figures as of <time dateTime={at}>{time(at)}</time>
    </p>
  );
}
