import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { type Cable, DISCONNECTS } from './cable';
import type { Channel, Identity } from './channel';
import type { Clock } from './clock';
import { Connection, type ConnectionHost } from './connection';
import { ConnectionAcceptor } from './connection-acceptor';
import { ConnectionRegistry } from './connection-registry';
import type { CableLog } from './fanout/fanout';
import type { Position } from './fanout/history';
import * as handshake from './handshake';
import { MAX_FRAME_BYTES } from './limits';
import { OpenConnections } from './open-connections';
import { PRESENCE_STREAM } from './presence/peers';
import { PresenceTracker } from './presence/presence';
import { describeUser, endSurplus } from './presence/surplus';
import { delivery, positionedDelivery } from './protocol';
import { HistoryReader } from './resume/history-reader';
import { ResumableSessions, SESSIONS_STREAM, type SessionMessage } from './resume/resumable-sessions';
import type { ResumableSubscription } from './resume/resumable-subscription';
import { isRevoked, Revocations, type Revoked, SessionRevalidator } from './revocation';
import { StreamRegistry, type Subscriber } from './subscriptions';
import { streamSigner, turboStreams } from './turbo-streams';

export const systemClock: Clock = {
  now: Date.now,
  every(ms, work) {
    const timer = setInterval(work, ms);
    return () => clearInterval(timer);
  },
};

export interface CableServerOptions<V extends Identity> {
  readonly path?: string;
  /** Authenticates by `Authorization` header, `?token=` or session cookie; null rejects the socket. */
  identify(request: IncomingMessage): Promise<V | null>;
  readonly channels: readonly Channel<V>[];
  /** In addition to the request's host and the origin of `appUrl`. */
  readonly allowedOrigins: readonly (string | RegExp)[];
  readonly appUrl: string;
  readonly trustProxy: number;
  readonly secretKeyBase: string;
  /** Returns the valid session keys. Called every minute and when a revocation may have been missed. */
  stillValid?(viewers: readonly Identity[]): Promise<ReadonlySet<string>>;
  /** Called before a handshake; false refuses with 503. */
  admitsUpgrade?(request: IncomingMessage): boolean;
  readonly log: CableLog;
  readonly clock?: Clock;
  readonly cable: Pick<Cable, 'broadcast' | 'addListener' | 'readHistory'> & Partial<Pick<Cable, 'observer'>>;
}

export const attachCable = <V extends Identity>(server: Server, options: CableServerOptions<V>) =>
  new CableServer(server, options);

export class CableServer<V extends Identity> {
  readonly #server: Server;
  readonly #options: CableServerOptions<V>;
  readonly #path: string;
  readonly #websockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    autoPong: false,
    maxPayload: MAX_FRAME_BYTES,
  });
  readonly #streams = new StreamRegistry<Subscriber>();
  readonly #resumableStreams = new StreamRegistry<ResumableSubscription>();
  readonly #sessions: ResumableSessions;
  readonly #registry = new ConnectionRegistry<V>();
  readonly #revocations = new Revocations();
  readonly #connections: OpenConnections<V>;
  readonly #presence: PresenceTracker;
  readonly #acceptor: ConnectionAcceptor<V>;
  readonly #revalidator: SessionRevalidator<V>;
  readonly #host: ConnectionHost<V>;
  readonly #removeListener: () => void;
  #closing = false;
  #lastConnectionId = 0;

  constructor(server: Server, options: CableServerOptions<V>) {
    const { cable, log, clock = systemClock } = options;
    this.#server = server;
    this.#options = options;
    this.#path = options.path ?? '/cable';
    this.#connections = new OpenConnections(clock);
    this.#presence = new PresenceTracker({
      clock,
      send: (update) => void cable.broadcast(PRESENCE_STREAM, update),
      countSockets: (userId) => this.#registry.of(userId).size,
      describe: (userId) => describeUser(this.#registry.of(userId)),
      users: () => this.#registry.users(),
      endSurplus: (userId, own, elsewhere) => endSurplus(this.#registry.of(userId), own, elsewhere),
    });
    this.#sessions = new ResumableSessions(
      clock,
      (message) => void cable.broadcast(SESSIONS_STREAM, message),
    );
    this.#acceptor = new ConnectionAcceptor({
      identify: (request) => options.identify(request),
      registry: this.#registry,
      presence: this.#presence,
      revocations: this.#revocations,
      sessions: this.#sessions,
      log,
    });
    this.#revalidator = new SessionRevalidator({
      registry: this.#registry,
      clock,
      log,
      stillValid: options.stillValid?.bind(options),
    });
    this.#host = this.#createHost(log, clock);
    this.#removeListener = cable.addListener({
      message: (stream, json, position = null) => this.#onMessage(stream, json, position),
      gap: () => this.#onGap(),
    });
    server.on('upgrade', this.#upgrade);
  }

  counts() {
    return {
      connections: this.#connections.size,
      users: this.#registry.size,
      streams: this.#streams.size + this.#resumableStreams.size,
    };
  }

  subscriptionsByChannel(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const { subscriptions } of this.#connections.all())
      for (const channel of subscriptions.channels) counts.set(channel, (counts.get(channel) ?? 0) + 1);
    return counts;
  }

  async close({ spreadMs }: { readonly spreadMs: number }) {
    this.#closing = true;
    await this.#connections.drain(spreadMs);
    this.#revalidator.stop();
    this.#presence.stop();
    this.#connections.stop();
    this.#removeListener();
    this.#server.off('upgrade', this.#upgrade);
  }

  #createHost(log: CableLog, clock: Clock): ConnectionHost<V> {
    const turbo = turboStreams<V>(streamSigner(this.#options.secretKeyBase));
    return {
      channels: new Map([...this.#options.channels, turbo].map((channel) => [channel.name, channel])),
      streams: this.#streams,
      resumableStreams: this.#resumableStreams,
      history: new HistoryReader(this.#options.cable),
      sessions: this.#sessions,
      log,
      clock,
      observer: this.#options.cable.observer ?? null,
      hasRoom: ({ id }, identifier) =>
        this.#registry.hasRoom(id, identifier) && this.#presence.hasRoomFor(id, identifier),
      sharedIdentifier: (viewer, identifier) => this.#registry.sharedIdentifier(viewer.id, identifier),
      nextConnectionId: () => ++this.#lastConnectionId,
      subscriptionsChanged: ({ id }) => this.#presence.identifiersChanged(id),
      connectionEnded: (connection) => {
        if (!connection.viewer) return;
        this.#registry.remove(connection.viewer.id, connection);
        this.#presence.socketsChanged(connection.viewer.id);
      },
      socketClosed: (connection) => this.#connections.remove(connection),
    };
  }

  readonly #upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // The peer may disconnect while it is being refused.
    socket.on('error', () => undefined);
    if (!handshake.isWebsocketUpgrade(request))
      return handshake.answerWithoutUpgrade(this.#server, request, socket);
    if (!handshake.isForPath(request, this.#path)) return handshake.refuseNotFound(socket);
    if (this.#closing) return handshake.refuseUnavailable(socket);
    if (this.#options.admitsUpgrade?.(request) === false) return handshake.refuseBusy(socket);
    if (!handshake.isValidHandshake(request) || !handshake.originAllowed(request, this.#options))
      return handshake.refuseNotFound(socket);
    handshake.chooseProtocol(request);
    this.#websockets.handleUpgrade(request, socket, head, (websocket) => {
      const connection = new Connection(websocket, socket, this.#host);
      this.#connections.add(connection);
      void this.#acceptor.accept(connection, request);
    });
  };

  #onMessage(stream: string, json: string, position: Position | null) {
    if (stream === DISCONNECTS) this.#disconnect(JSON.parse(json) as Revoked & { reconnect: boolean });
    else if (stream === PRESENCE_STREAM) this.#presence.receive(JSON.parse(json));
    else if (stream === SESSIONS_STREAM) this.#sessions.receive(JSON.parse(json) as SessionMessage);
    else this.#deliver(stream, json, position);
  }

  #deliver(stream: string, json: string, position: Position | null) {
    this.#streams.deliver(
      stream,
      (identifier) => delivery(identifier, json),
      (subscriber, frame) => subscriber.write(frame),
    );
    this.#resumableStreams.deliver(
      stream,
      (identifier) => positionedDelivery(identifier, json, stream, position),
      (subscription, frame) => subscription.receive({ stream, position, frame }),
    );
  }

  #disconnect({ reconnect, ...revoked }: Revoked & { reconnect: boolean }) {
    this.#revocations.add(revoked);
    this.#sessions.forget((viewer) => isRevoked(viewer, revoked));
    const { userId } = revoked;
    for (const connection of [...(userId === undefined ? this.#registry.all() : this.#registry.of(userId))])
      if (connection.viewer && isRevoked(connection.viewer, revoked)) connection.end('remote', reconnect);
  }

  #onGap() {
    this.#revocations.addGap();
    this.#presence.resync();
    void this.#revalidator.afterGap();
  }
}
