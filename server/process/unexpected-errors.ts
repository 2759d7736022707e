import cluster from 'node:cluster';
import type { Logger } from 'pino';

/** What a web process of several sends to its primary, which starts a replacement while this one drains. */
export const REPLACE_ME = 'replace-me';

/** Logs and counts uncaught exceptions and unhandled rejections: the process is no longer to be trusted. */
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
