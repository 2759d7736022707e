import type { IncomingMessage, ServerResponse } from 'node:http';
import type { LoadClass } from '../contract/load-class';
import type { MonotonicClock } from './clock';

const COMMIT_MS = 60_000;
const OTHERS_MS = 25_000;

/** Exports and what is never refused have none. */
const deadlineOf = (load: LoadClass): number | null => {
  if (load === 'A') return COMMIT_MS;
  return load === 'B' || load === 'C' ? OTHERS_MS : null;
};

interface Watched {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly onMissed: () => void;
}

/** Calls `onMissed` unless the answer has begun in time. Counts from the end of the request's body. */
export function watchDeadline(clock: MonotonicClock, load: LoadClass, { req, res, onMissed }: Watched) {
  const ms = deadlineOf(load);
  if (ms === null) return;
  const check = () => {
    if (!req.complete) cancel = clock.after(ms, check);
    else if (!res.headersSent && !res.destroyed) onMissed();
  };
  let cancel = clock.after(ms, check);
  res.once('close', () => cancel());
}
