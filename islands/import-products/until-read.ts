import { ApiError } from '../browser/api';

export const POLL_MS = 2_000;
const MAX_TRIES = 10;

export const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Retries while the server answers 503 because it still reads the file; the calls are idempotent. */
export async function untilRead<Reply>(ask: () => Promise<Reply>): Promise<Reply> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask();
    } catch (error) {
      const isBusy = error instanceof ApiError && error.status === 503;
      if (!isBusy || attempt >= MAX_TRIES) throw error;
      await wait(POLL_MS);
    }
  }
}
