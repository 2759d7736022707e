import { listOffers } from '../../server/offers/contract';
import { listPurchaseOrders } from '../../server/orders/contract';
import { queryString } from '../browser/api';
import { setConnectionState } from './connection-state';
import type { ConnectionLike } from './reconnect';
import type { SharedChannel } from './shared-channel';

const CHECK_MS = 20_000;
/** Of what was committed after the server had answered, or is dated by another clock. */
const OVERLAP_MS = 5_000;
const WELCOME_MS = 10_000;
const FIRST_TRY_MS = 30_000;
const LAST_TRY_MS = 300_000;

export interface StoppableConnection extends ConnectionLike {
  close(options: { readonly allowReconnect: boolean }): unknown;
  readonly monitor: ConnectionLike['monitor'] & { start(): void; stop(): void };
}

/** What a channel's messages are about. */
const LISTS: Readonly<Record<string, { readonly path: string }>> = {
  OffersChannel: listOffers,
  PurchaseOrdersChannel: listPurchaseOrders,
};

const jitter = (ms: number) => ms * (0.9 + 0.2 * Math.random());

/** Asks for changes over HTTP, and tries the socket less and less often, where a network lets no websocket through. */
export class Fallback {
  readonly #connection: StoppableConnection;
  readonly #channels: ReadonlyMap<string, SharedChannel>;
  readonly #onChange: () => void;
  /** By the server's clock; null before its first answer. */
  #since: string | null = null;
  #checkedAt = 0;
  #tryMs = FIRST_TRY_MS;
  #checkTimer: ReturnType<typeof setTimeout> | undefined;
  #tryTimer: ReturnType<typeof setTimeout> | undefined;
  #isActive = false;
  #isStopped = false;

  constructor(
    connection: StoppableConnection,
    channels: ReadonlyMap<string, SharedChannel>,
    onChange: () => void,
  ) {
    this.#connection = connection;
    this.#channels = channels;
    this.#onChange = onChange;
  }

  get isActive() {
    return this.#isActive;
  }

  /** False if HTTP does not work either, so that this is an outage. */
  async start(): Promise<boolean> {
    if (!(await this.#check()) || this.#isStopped) return false;
    this.#isActive = true;
    setConnectionState('limited');
    document.addEventListener('visibilitychange', this.#onVisible);
    this.#scheduleCheck();
    this.closed();
    return true;
  }

  stop() {
    this.#isStopped = true;
    clearTimeout(this.#checkTimer);
    clearTimeout(this.#tryTimer);
    document.removeEventListener('visibilitychange', this.#onVisible);
  }

  /** The stock monitor would try every few seconds. */
  closed() {
    this.#connection.monitor.stop();
    clearTimeout(this.#tryTimer);
    this.#tryTimer = setTimeout(() => this.#try(), jitter(this.#tryMs));
    this.#tryMs = Math.min(LAST_TRY_MS, this.#tryMs * 2);
  }

  #try() {
    this.#connection.open();
    this.#connection.monitor.stop();
    this.#tryTimer = setTimeout(() => {
      this.#connection.close({ allowReconnect: false });
      this.closed();
    }, WELCOME_MS);
  }

  readonly #onVisible = () => {
    if (document.visibilityState !== 'visible' || Date.now() - this.#checkedAt < CHECK_MS) return;
    clearTimeout(this.#checkTimer);
    void this.#check().finally(() => this.#scheduleCheck());
  };

  #scheduleCheck() {
    if (this.#isStopped) return;
    clearTimeout(this.#checkTimer);
    this.#checkTimer = setTimeout(async () => {
      if (document.visibilityState === 'visible') await this.#check();
      this.#scheduleCheck();
    }, jitter(CHECK_MS));
  }

  /** True if the server answered for every channel. */
  async #check() {
    this.#checkedAt = Date.now();
    // A page that subscribes starts it again.
    if (this.#isActive) this.#connection.monitor.stop();
    const since = this.#since;
    const channels = [...this.#channels].filter(([name, { hasListeners }]) => name in LISTS && hasListeners);
    const answers = await Promise.all(channels.map(([name]) => ask(LISTS[name]?.path ?? '', since)));
    if (this.#isStopped || channels.length === 0 || !answers.every((answer) => answer !== null)) return false;
    const changed = channels.filter((_, index) => since === null || answers[index]?.hasChanged);
    for (const [, channel] of changed) channel.refetch();
    if (changed.length > 0) this.#onChange();
    this.#since = new Date(Math.min(...answers.map(({ date }) => date)) - OVERLAP_MS).toISOString();
    return true;
  }
}

interface Answer {
  readonly hasChanged: boolean;
  /** By the server's clock. */
  readonly date: number;
}

/** Not by `call`, which answers neither 304 nor the date. */
async function ask(path: string, since: string | null): Promise<Answer | null> {
  const updated_since = since ?? new Date(Date.now() - OVERLAP_MS).toISOString();
  try {
    const response = await fetch(`${path}?${queryString({ updated_since, per: 1 })}`, {
      headers: { Accept: 'application/json' },
      signal: AbortSignal.timeout(WELCOME_MS),
    });
    if (response.status >= 500 || response.status === 401) return null;
    const date = Date.parse(response.headers.get('Date') ?? '') || Date.now();
    return { hasChanged: response.ok, date };
  } catch {
    return null;
  }
}
