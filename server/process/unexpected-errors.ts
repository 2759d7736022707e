import cluster from 'node:cluster';
import type { Logger } from 'pino';

/** The message to the primary, which starts a replacement while this process drains. */
export const REPLACE_ME = 'replace-me';

/** Logs uncaught exceptions and unhandled rejections; the process drains, because its state is unknown. */
export function watchUnexpectedErrors(log: Logger | ((error: unknown) => void), drain: () => void) {
  let count = 0;
  process.on('uncaughtException', (err, origin) => {
    count += 1;
    if (typeof log === 'function') log(err);
    else log.fatal({ err, origin, count }, 'an unexpected error; the process drains and exits');
    if (count === 1 && cluster.worker?.isConnected()) cluster.worker.send(REPLACE_ME);
    drain();
  });
}
