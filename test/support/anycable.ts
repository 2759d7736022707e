import { type Channel, type Connect, createCable, type Position, type Transport } from '@anycable/core';
import { WebSocket } from 'ws';

interface ClientOptions {
  readonly address: string;
  /** The port of the next connection. */
  ports?(): number | undefined;
  /** How long the client waits before it connects again. */
  readonly reconnectMs?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly protocolOptions?: Readonly<Record<string, unknown>>;
}

export interface AnyCableSubscription {
  readonly channel: Channel;
  readonly messages: { readonly message: unknown; readonly meta: Position }[];
  /** In order: `connect`, `disconnect`, `close`, and the kinds of information, such as `history_not_found`. */
  readonly events: string[];
}

/** AnyCable's own client over the extended protocol. */
export function anycableClient({
  address,
  ports,
  reconnectMs = 50,
  headers = {},
  protocolOptions = {},
}: ClientOptions) {
  const origin = new URL(address).origin.replace(/^ws/, 'http');
  const cable = createCable(address, {
    protocol: 'actioncable-v1-ext-json',
    protocolOptions,
    websocketImplementation: WebSocket,
    websocketOptions: { origin, headers },
    reconnectStrategy: () => reconnectMs,
    logLevel: 'error',
    transportConfigurator: async (transport: Transport) => {
      if (ports) transport.setURL(transport.url.replace(/:\d+\//, `:${ports()}/`));
    },
  });
  const connects: Connect[] = [];
  cable.on('connect', (event) => connects.push(event));
  const subscribe = (channelName: string, params: Readonly<Record<string, unknown>> = {}) => {
    const subscription: AnyCableSubscription = {
      channel: cable.subscribeTo(channelName, params),
      messages: [],
      events: [],
    };
    const { channel, messages, events } = subscription;
    channel.on('message', (message, meta) => messages.push({ message, meta }));
    channel.on('info', ({ type }) => events.push(type));
    for (const event of ['connect', 'disconnect', 'close'] as const)
      channel.on(event, () => events.push(event));
    return subscription;
  };
  return { connects, subscribe, disconnect: () => cable.disconnect() };
}
