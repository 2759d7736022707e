import type { IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Identity } from './channel';
import type { Connection } from './connection';
import type { ConnectionRegistry } from './connection-registry';
import type { CableLog } from './fanout/fanout';
import { Gate } from './gate';
import { IDENTIFIED_AT_ONCE } from './limits';
import type { PresenceTracker } from './presence/presence';
import type { Revocations } from './revocations';

export interface AdmissionParts<V extends Identity> {
  identify(request: IncomingMessage): Promise<V | null>;
  readonly roster: ConnectionRegistry<V>;
  readonly presence: PresenceTracker;
  readonly revocations: Revocations;
  readonly log: CableLog;
}

const ANSWER_MS = 1_000;
const LOOK_MS = 25;
const COMPLAIN_MS = 5_000;

/** Who is it, may he come in, is there room: everything between the upgrade and the welcome. */
export class ConnectionAcceptor<V extends Identity> {
  readonly #parts: AdmissionParts<V>;
  readonly #gate = new Gate(IDENTIFIED_AT_ONCE);
  #failures = 0;
  #complainedAt = 0;

  constructor(parts: AdmissionParts<V>) {
    this.#parts = parts;
  }

  async admit(connection: Connection<V>, request: IncomingMessage) {
    const { roster, presence, log } = this.#parts;
    const isFull = (userId: number) => roster.isFull(userId, presence.countElsewhere(userId));
    try {
      let viewer = await this.#identify(connection, request);
      if (viewer && isFull(viewer.id)) {
        await this.#evictDeadConnections(viewer.id);
        // That took its time: he may be somebody else by now.
        viewer = await this.#identify(connection, request);
      }
      if (connection.isEnded) return;
      if (!viewer) connection.end('unauthorized', false);
      else if (isFull(viewer.id)) connection.end('too_many_connections', false);
      else {
        roster.add(viewer.id, connection);
        presence.socketsChanged(viewer.id);
        connection.welcome(viewer);
      }
    } catch (error) {
      connection.fail();
      this.#logFailure(log, error);
    }
  }

  /** Once in a while: without a database every client comes again and again. */
  #logFailure(log: CableLog, error: unknown) {
    this.#failures++;
    if (Date.now() - this.#complainedAt < COMPLAIN_MS) return;
    log.error({ err: error, failures: this.#failures }, 'cable: nobody could say who it was');
    this.#complainedAt = Date.now();
    this.#failures = 0;
  }

  #identify(connection: Connection<V>, request: IncomingMessage) {
    const { identify, revocations } = this.#parts;
    return this.#gate.run(async () =>
      connection.isEnded ? null : revocations.settle(() => identify(request)),
    );
  }

  /** A laptop that woke up has left dead sockets behind. They are not to keep its new ones out. */
  async #evictDeadConnections(userId: number) {
    const recounted = this.#parts.presence.recount(userId);
    const connections = [...this.#parts.roster.of(userId)];
    const silent = () => connections.filter(({ isSilent, isEnded }) => isSilent && !isEnded);
    for (const connection of connections) if (!connection.isSilent) connection.ask();
    for (let waited = 0; waited < ANSWER_MS && silent().length > 0; waited += LOOK_MS) await delay(LOOK_MS);
    for (const connection of silent()) connection.terminate();
    await recounted;
  }
}
