import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { addListener, broadcast, DISCONNECTS } from './broadcast';
import type { Channel, Identity } from './channel';
import { type Clock, systemClock } from './clock';
import { Connection, type ConnectionHost } from './connection';
import { ConnectionAcceptor } from './connection-acceptor';
import { ConnectionRegistry } from './connection-registry';
import { drain } from './drain';
import type { CableLog, FanoutListener } from './fanout/fanout';
import * as handshake from './handshake';
import { Heartbeat } from './heartbeat';
import { FRAME_BYTES } from './limits';
import { originAllowed } from './origin';
import { PRESENCE_STREAM } from './presence/message';
import { PresenceTracker } from './presence/presence';
import { describeUser, endSurplus } from './presence/user-connections';
import { concerns, Revocations, type Revoked } from './revocations';
import { SessionRevalidator } from './session-revalidation';
import { streamSigner } from './signed-stream';
import { StreamRegistry } from './stream-registry';
import { turboStreams } from './turbo-streams';

export interface CableOptions<V extends Identity> {
  /** Where sockets are opened; `/cable` unless told. */
  readonly path?: string;
  /** Who asks, by session cookie or `?token=`; null refuses. */
  identify(request: IncomingMessage): Promise<V | null>;
  readonly channels: readonly Channel<V>[];
  /** Besides the same origin as the host and that of `appUrl`. */
  readonly allowedOrigins: readonly (string | RegExp)[];
  readonly appUrl: string;
  /** Number of proxies whose forwarded headers are believed. */
  readonly trustProxy: number;
  readonly secretKeyBase: string;
  /** The keys of those sessions that still stand. Asked every minute and whenever a revocation may have been missed. */
  stillValid?(viewers: readonly Identity[]): Promise<ReadonlySet<string>>;
  readonly log: CableLog;
  readonly clock?: Clock;
  /** How this process hears of broadcasts, where it is not the process's own fan-out. */
  addListener?(ear: FanoutListener): () => void;
}

export interface Cable {
  /** Says `server_restart` to every socket, spread over the time given, and resolves when all are gone. */
  close(options: { readonly spreadMs: number }): Promise<void>;
  /** What is held at this moment; for the log and for tests, which look for leaks. */
  counts(): { readonly connections: number; readonly users: number; readonly streams: number };
}

/** Serves ActionCable's protocol on an HTTP server. */
export const attachCable = <V extends Identity>(server: Server, options: CableOptions<V>): Cable =>
  new CableServer(server, options);

class CableServer<V extends Identity> implements Cable {
  readonly #server: Server;
  readonly #options: CableOptions<V>;
  readonly #path: string;
  readonly #websockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    autoPong: false,
    maxPayload: FRAME_BYTES,
  });
  readonly #streams = new StreamRegistry();
  readonly #roster = new ConnectionRegistry<V>();
  readonly #revocations = new Revocations();
  readonly #heartbeat: Heartbeat<V>;
  readonly #presence: PresenceTracker;
  readonly #admission: ConnectionAcceptor<V>;
  readonly #reviser: SessionRevalidator<V>;
  readonly #hub: ConnectionHost<V>;
  readonly #deafen: () => void;
  #closing = false;
  #lastConnectionId = 0;

  constructor(server: Server, options: CableOptions<V>) {
    const { log, clock = systemClock } = options;
    this.#server = server;
    this.#options = options;
    this.#path = options.path ?? '/cable';
    this.#heartbeat = new Heartbeat(clock);
    this.#presence = new PresenceTracker({
      clock,
      send: (update) => void broadcast(PRESENCE_STREAM, update),
      countSockets: (userId) => this.#roster.of(userId).size,
      describe: (userId) => describeUser(this.#roster.of(userId)),
      users: () => this.#roster.users(),
      endSurplus: (userId, own, elsewhere) => endSurplus(this.#roster.of(userId), own, elsewhere),
    });
    this.#admission = new ConnectionAcceptor({
      identify: (request) => options.identify(request),
      roster: this.#roster,
      presence: this.#presence,
      revocations: this.#revocations,
      log,
    });
    this.#reviser = new SessionRevalidator({ roster: this.#roster, options, clock });
    this.#hub = this.#makeHub(log, clock);
    this.#deafen = (options.addListener ?? addListener)({
      message: (stream, json) => this.#hear(stream, json),
      gap: () => this.#lookAgain(),
    });
    server.on('upgrade', this.#upgrade);
  }

  counts() {
    return { connections: this.#heartbeat.size, users: this.#roster.size, streams: this.#streams.size };
  }

  async close({ spreadMs }: { readonly spreadMs: number }) {
    this.#closing = true;
    await drain(() => this.#heartbeat.all(), spreadMs);
    this.#reviser.stop();
    this.#presence.stop();
    this.#heartbeat.stop();
    this.#deafen();
    this.#server.off('upgrade', this.#upgrade);
  }

  #makeHub(log: CableLog, clock: Clock): ConnectionHost<V> {
    const turbo = turboStreams<V>(streamSigner(this.#options.secretKeyBase));
    return {
      channels: new Map([...this.#options.channels, turbo].map((channel) => [channel.name, channel])),
      streams: this.#streams,
      log,
      clock,
      hasRoom: ({ id }, identifier) =>
        this.#roster.hasRoom(id, identifier) && this.#presence.hasRoomFor(id, identifier),
      sharedIdentifier: (viewer, identifier) => this.#roster.sharedIdentifier(viewer.id, identifier),
      nextConnectionId: () => ++this.#lastConnectionId,
      subscriptionsChanged: ({ id }) => this.#presence.identifiersChanged(id),
      left: (connection) => {
        if (!connection.viewer) return;
        this.#roster.remove(connection.viewer.id, connection);
        this.#presence.socketsChanged(connection.viewer.id);
      },
      gone: (connection) => this.#heartbeat.remove(connection),
    };
  }

  readonly #upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // A peer that goes away while it is being refused is nobody's fault.
    socket.on('error', () => undefined);
    if (!handshake.asksForWebsocket(request))
      return handshake.answerWithoutUpgrade(this.#server, request, socket);
    if (!handshake.asksFor(request, this.#path)) {
      // Somebody else may serve websockets at another path of this server.
      if (this.#server.listenerCount('upgrade') === 1) handshake.refuseAsMissing(socket);
      return;
    }
    if (this.#closing) return handshake.refuseForNow(socket);
    if (!handshake.isHandshake(request) || !originAllowed(request, this.#options))
      return handshake.refuseAsMissing(socket);
    handshake.chooseProtocol(request);
    this.#websockets.handleUpgrade(request, socket, head, (websocket) => {
      const connection = new Connection(websocket, socket, this.#hub);
      this.#heartbeat.add(connection);
      void this.#admission.admit(connection, request);
    });
  };

  #hear(stream: string, json: string) {
    if (stream === DISCONNECTS) this.#disconnect(JSON.parse(json) as Revoked & { reconnect: boolean });
    else if (stream === PRESENCE_STREAM) this.#presence.receive(JSON.parse(json));
    else this.#streams.deliver(stream, json);
  }

  #disconnect({ reconnect, ...revoked }: Revoked & { reconnect: boolean }) {
    this.#revocations.add(revoked);
    const { userId } = revoked;
    for (const connection of [...(userId === undefined ? this.#roster.all() : this.#roster.of(userId))])
      if (connection.viewer && concerns(revoked, connection.viewer)) connection.end('remote', reconnect);
  }

  #lookAgain() {
    this.#revocations.addUnknown();
    this.#presence.resync();
    void this.#reviser.afterGap();
  }
}
