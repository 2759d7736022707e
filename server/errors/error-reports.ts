import type { Logger } from 'pino';
import type { Config } from '../config/config';
import { MINUTE_MS } from '../contract/durations';
import type { ErrorContext } from './error-context';

export interface ErrorReports {
  report(error: unknown, context?: ErrorContext): void;
  /** Sends what is still waiting, for at most two seconds. */
  close(): Promise<void>;
}

export const noErrorReports: ErrorReports = { report: () => undefined, close: async () => undefined };

const MAX_REPORTS_PER_MINUTE = 100;

function minuteLimit(now: () => number) {
  let start = now();
  let count = 0;
  return () => {
    if (now() - start >= MINUTE_MS) [start, count] = [now(), 0];
    count += 1;
    return count <= MAX_REPORTS_PER_MINUTE;
  };
}

/** Does nothing without SENTRY_DSN; the client is loaded only with it. */
export async function openErrorReports(
  { operations, production }: Pick<Config, 'operations' | 'production'>,
  log: Pick<Logger, 'bindings' | 'warn'>,
  now = () => performance.now(),
): Promise<ErrorReports> {
  const { sentryDsn: dsn, version } = operations;
  if (dsn === null) return noErrorReports;
  const { createSentry } = await import('./sentry');
  const kind = String(log.bindings().process ?? 'other');
  const environment = production ? 'production' : 'development';
  const sentry = await createSentry({ dsn, version, kind, environment });
  const mayReport = minuteLimit(now);
  return {
    report(error, context = {}) {
      if (!mayReport()) return;
      try {
        sentry.capture(error, context);
      } catch (err) {
        log.warn({ err }, 'an error was not reported');
      }
    },
    close: sentry.close,
  };
}

export function reportUncaught(reports: ErrorReports) {
  const onUncaught = (error: unknown) => reports.report(error);
  process.on('uncaughtExceptionMonitor', onUncaught);
  return () => process.off('uncaughtExceptionMonitor', onUncaught);
}
