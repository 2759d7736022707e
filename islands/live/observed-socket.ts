export interface SocketObserver {
  welcomed(): void;
  closed(): void;
  refused(reason: string): void;
}

/** A WebSocket class that reports its close events, which the stock client does not expose. */
export function observeSocket(Socket: typeof WebSocket, { welcomed, closed, refused }: SocketObserver) {
  return class ObservedSocket extends Socket {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols);
      let isRefused = false;
      this.addEventListener('message', ({ data }) => {
        const text = String(data);
        if (text.startsWith('{"type":"welcome"')) welcomed();
        else if (text.startsWith('{"type":"disconnect"')) {
          const { reason, reconnect } = JSON.parse(text) as { reason: string; reconnect: boolean };
          if (reconnect) return;
          isRefused = true;
          refused(reason);
        }
      });
      this.addEventListener('close', () => {
        if (!isRefused) closed();
      });
    }
  };
}
