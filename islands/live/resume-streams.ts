/** The server's extension of the protocol, by which it sends what a socket has missed (docs/decisions/0031). */
const EXTENDED = 'actioncable-v1-ext-json';
/** All that the stock client takes for an answer. */
const STOCK = 'actioncable-v1-json';

interface CableFrame {
  readonly type?: string;
  readonly command?: string;
  readonly identifier?: string;
  readonly message?: unknown;
  readonly stream_id?: string;
  readonly epoch?: string;
  readonly offset?: number;
}

type Positions = Record<string, { readonly epoch: string | undefined; readonly offset: number | undefined }>;

/** A WebSocket class whose subscriptions, when they return after a cut, get the messages that they missed. */
export function resumeStreams(Socket: typeof WebSocket, onMissed: (identifier: string) => void) {
  const positions = new Map<string, Positions>();
  const catchingUp = new Set<string>();
  let confirmed = new Set<string>();
  /** By the server's clock, in seconds. */
  let pingedAt: number | undefined;

  /** False for a frame that the stock client would take for a message. */
  function receive(event: MessageEvent): boolean {
    const frame = JSON.parse(String(event.data)) as CableFrame;
    const { type, identifier = '' } = frame;
    if (type === 'ping') pingedAt = Number(frame.message);
    else if (type === 'welcome') {
      catchingUp.clear();
      for (const each of confirmed) catchingUp.add(each);
      confirmed = new Set();
    } else if (type === 'confirm_subscription') confirmed.add(identifier);
    else if (type === 'confirm_history' || type === 'reject_history') {
      catchingUp.delete(identifier);
      if (type === 'reject_history') {
        positions.delete(identifier);
        onMissed(identifier);
      }
      return false;
    } else if (frame.stream_id) {
      const { stream_id, epoch, offset } = frame;
      positions.set(identifier, { ...positions.get(identifier), [stream_id]: { epoch, offset } });
    }
    return true;
  }

  function withHistory(text: string) {
    const frame = JSON.parse(text) as CableFrame;
    const { command, identifier = '' } = frame;
    if (command === 'unsubscribe') {
      for (const each of [confirmed, catchingUp, positions]) each.delete(identifier);
      return text;
    }
    if (command !== 'subscribe' || !catchingUp.has(identifier)) return text;
    return JSON.stringify({
      ...frame,
      history: { since: pingedAt, streams: positions.get(identifier) ?? {} },
    });
  }

  class ResumingSocket extends Socket {
    #isExtended = false;

    constructor(url: string | URL, protocols: string | string[] = []) {
      super(url, [EXTENDED, ...[protocols].flat()]);
      // Of the instance, because a page's tests may stand in for the socket.
      Object.defineProperty(this, 'protocol', { get: () => STOCK, set: () => undefined });
    }

    override get onmessage() {
      return super.onmessage;
    }

    override set onmessage(handle: WebSocket['onmessage']) {
      super.onmessage = (event) => {
        this.#isExtended ||= String(event.data).startsWith('{"type":"welcome","sid"');
        if (!this.#isExtended || receive(event)) handle?.call(this, event);
      };
    }

    override send(data: Parameters<WebSocket['send']>[0]) {
      super.send(this.#isExtended && typeof data === 'string' ? withHistory(data) : data);
    }
  }

  return {
    Socket: ResumingSocket,
    /** Whether the subscription gets what it missed, so that nothing has to be fetched for it. */
    isCatchingUp: (identifier: string) => catchingUp.has(identifier),
  };
}
