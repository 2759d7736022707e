import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type MonotonicClock, monotonicClock } from './clock';

const TICK_MS = 5_000;
const WINDOW_MS = 60_000;
/** A stream holds a connection to the database. */
const STREAM_WINDOW_MS = 30_000;
const MIN_BYTES_PER_MS = 1;

interface Window {
  readonly since: number;
  readonly sent: number;
}

type Handle = { readonly bytesWritten: number; readonly writeQueueSize: number } | null;

function sentTo(socket: Socket | null): number | null {
  const handle = (socket as { _handle?: Handle } | null)?._handle;
  return handle && handle.writeQueueSize > 0 ? handle.bytesWritten - handle.writeQueueSize : null;
}

const windowOf = (res: ServerResponse) => (res.hasHeader('Content-Length') ? WINDOW_MS : STREAM_WINDOW_MS);

/** Cuts clients that read an answer at less than 1 KB a second. */
export class SlowReaders {
  readonly #clock: MonotonicClock;
  readonly #windows = new Map<ServerResponse, Window | null>();
  readonly stop: () => void;

  constructor(clock: MonotonicClock = monotonicClock) {
    this.#clock = clock;
    this.stop = clock.every(TICK_MS, () => this.#check());
  }

  watch(res: ServerResponse) {
    this.#windows.set(res, null);
    res.once('close', () => this.#windows.delete(res));
  }

  #check() {
    const now = this.#clock.now();
    for (const [res, window] of this.#windows) {
      const sent = sentTo(res.socket);
      if (sent === null) this.#windows.set(res, null);
      else if (window === null) this.#windows.set(res, { since: now, sent });
      else if (now - window.since >= windowOf(res)) this.#judge(res, window, { since: now, sent });
    }
  }

  #judge(res: ServerResponse, from: Window, to: Window) {
    const isSlow = to.sent - from.sent < (to.since - from.since) * MIN_BYTES_PER_MS;
    if (isSlow) res.socket?.destroy();
    else this.#windows.set(res, to);
  }
}
