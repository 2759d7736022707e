import { adapters } from '@rails/actioncable';
import { setConnectionState } from './connection-state';
import type { Fallback, StoppableConnection } from './fallback';
import { observeSocket } from './observed-socket';
import { Reconnector } from './reconnect';
import { resumeStreams } from './resume-streams';
import { type ConsumerLike, identifierOf, type SharedChannel } from './shared-channel';
import { refetchStreams, streamsWelcomed } from './stream-sources';

type Consumer = ConsumerLike & { readonly connection: StoppableConnection };
type Channels = ReadonlyMap<string, SharedChannel>;

/** Without a welcome for so long, or cut twice in a minute: the network may let no websocket through. */
const LIMITED_MS = 10_000;
const CUTS_MS = 60_000;

class LiveConnection {
  readonly #connection: StoppableConnection;
  readonly #channels: Channels;
  readonly #reconnector: Reconnector;
  #fallback: Fallback | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #cutAt = Number.NEGATIVE_INFINITY;
  #isLive = false;

  constructor(connection: StoppableConnection, channels: Channels) {
    this.#connection = connection;
    this.#channels = channels;
    this.#reconnector = new Reconnector(connection);
    this.#watchPage();
    this.#fallBackIn(LIMITED_MS);
  }

  welcomed() {
    this.#isLive = true;
    if (this.#fallback) this.#connection.monitor.start();
    this.#endFallback();
    this.#reconnector.welcomed();
  }

  closed() {
    const now = Date.now();
    const isRepeated = this.#isLive && now - this.#cutAt < CUTS_MS;
    if (this.#isLive) this.#cutAt = now;
    this.#isLive = false;
    if (this.#fallback?.isActive) return this.#fallback.closed();
    setConnectionState('lost');
    this.#reconnector.closed();
    this.#fallBackIn(isRepeated ? 0 : LIMITED_MS);
  }

  refused(reason: string) {
    this.#isLive = false;
    this.#endFallback();
    return this.#reconnector.refused(reason);
  }

  #fallBackIn(ms: number) {
    this.#timer ??= setTimeout(() => void this.#fallBack().catch(() => this.#again()), ms);
  }

  async #fallBack() {
    const timer = this.#timer;
    const { Fallback } = await import('./fallback');
    if (this.#timer !== timer) return;
    this.#fallback = new Fallback(this.#connection, this.#channels, refetchStreams);
    if (!(await this.#fallback.start())) this.#again();
  }

  #again() {
    if (this.#isLive) return;
    this.#endFallback();
    this.#fallBackIn(LIMITED_MS);
  }

  #endFallback() {
    this.#fallback?.stop();
    this.#fallback = null;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #watchPage() {
    const reconnector = this.#reconnector;
    reconnector.watch();
    addEventListener('online', () => reconnector.now());
    addEventListener('pageshow', ({ persisted }) => persisted && reconnector.now());
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') reconnector.now();
    });
  }
}

export async function makeConsumer(channels: Channels): Promise<ConsumerLike> {
  let live: LiveConnection | null = null;
  let isWelcomed = false;
  const { Socket, isCatchingUp } = resumeStreams(WebSocket, (identifier) => {
    const missed = [...channels].find(([name]) => identifierOf(name) === identifier);
    if (missed) missed[1].refetch();
    else refetchStreams();
  });
  adapters.WebSocket = observeSocket(Socket, {
    welcomed() {
      isWelcomed = true;
      setConnectionState('live');
      streamsWelcomed();
      live?.welcomed();
    },
    closed() {
      if (live) live.closed();
      else setConnectionState('lost');
    },
    refused(reason) {
      const isAskedAgain = live?.refused(reason);
      if (reason === 'too_many_connections') setConnectionState('crowded');
      else setConnectionState(isAskedAgain ? 'lost' : 'refused');
    },
  });
  // Imported late: its elements connect as soon as they are defined.
  const { cable } = await import('@hotwired/turbo-rails');
  // `connection` is documented but missing from the package's types.
  const made = (await cable.getConsumer()) as unknown as Consumer;
  live = new LiveConnection(made.connection, channels);
  if (isWelcomed) live.welcomed();
  return Object.assign(made, { isCatchingUp });
}
