import { reportClientError } from '../../server/errors/contract';
import { call } from './api';

const MAX_REPORTS = 10;
let reports = 0;

/** Aborted requests are no errors. */
export function reportToServer(error: unknown) {
  if (!(error instanceof Error) || error.name === 'AbortError' || reports++ >= MAX_REPORTS) return;
  const { message, stack = '' } = error;
  call(reportClientError, {}, { message: message.slice(0, 300), stack: stack.slice(0, 1_000) }).catch(
    () => {},
  );
}

export function watchErrors() {
  addEventListener('error', ({ error }) => reportToServer(error));
  addEventListener('unhandledrejection', ({ reason }) => reportToServer(reason));
}
