// What the tests use of AnyCable's client; its own types omit the address of a transport.
declare module '@anycable/core' {
  interface Transport {
    readonly url: string;
    setURL(url: string): void;
  }

  interface Position {
    readonly stream: string;
    readonly epoch: string;
    readonly offset: number;
  }

  interface Channel {
    on(event: 'message', listener: (message: unknown, meta: Position) => void): unknown;
    on(event: 'info', listener: (info: { readonly type: string }) => void): unknown;
    on(event: 'connect' | 'disconnect' | 'close', listener: () => void): unknown;
    disconnect(): void;
  }

  interface Connect {
    readonly reconnect: boolean;
    readonly restored: boolean;
  }

  interface Cable {
    on(event: 'connect', listener: (event: Connect) => void): unknown;
    subscribeTo(channel: string, params: Readonly<Record<string, unknown>>): Channel;
    disconnect(): void;
  }

  export function createCable(address: string, options: Readonly<Record<string, unknown>>): Cable;
}
