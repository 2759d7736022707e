import type { Identity } from '../channel';
import type { Connection } from '../connection';
import { MAX_SOCKETS_PER_USER, MAX_SUBSCRIPTIONS_PER_USER } from '../limits';
import { hashIdentifier } from '../subscriptions';

export interface UserPresence {
  readonly process: string;
  readonly sockets: readonly (readonly [id: number, welcomedAt: number])[];
  readonly identifiers: readonly (readonly [hash: string, confirmedAt: number])[];
}

export function hasRoomFor(identifier: string, presences: readonly UserPresence[]) {
  const hashes = new Set(presences.flatMap(({ identifiers }) => identifiers.map(([hash]) => hash)));
  return hashes.size < MAX_SUBSCRIPTIONS_PER_USER || hashes.has(hashIdentifier(identifier));
}

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** The sockets beyond the limit, newest last. Every process computes the same order, so exactly the limit stays. */
function surplusSockets(presences: readonly UserPresence[]) {
  const sockets = presences.flatMap(({ process, sockets }) =>
    sockets.map(([id, welcomedAt]) => ({ process, id, welcomedAt })),
  );
  return sockets
    .toSorted((a, b) => a.welcomedAt - b.welcomedAt || compareText(a.process, b.process) || a.id - b.id)
    .slice(MAX_SOCKETS_PER_USER);
}

/** An identifier that several processes hold counts once, by its first time. */
function surplusIdentifiers(presences: readonly UserPresence[]): ReadonlySet<string> {
  const firstConfirmed = new Map<string, number>();
  for (const [hash, confirmedAt] of presences.flatMap(({ identifiers }) => identifiers))
    firstConfirmed.set(hash, Math.min(confirmedAt, firstConfirmed.get(hash) ?? confirmedAt));
  const ordered = [...firstConfirmed].toSorted(
    ([a, aTime], [b, bTime]) => aTime - bTime || compareText(a, b),
  );
  return new Set(ordered.slice(MAX_SUBSCRIPTIONS_PER_USER).map(([hash]) => hash));
}

type Connections = Iterable<Connection<Identity>>;

export function describeUser(connections: Connections): Omit<UserPresence, 'process'> {
  const sockets: [number, number][] = [];
  const firstConfirmed = new Map<string, number>();
  for (const { id, welcomedAt, subscriptions } of connections) {
    sockets.push([id, welcomedAt]);
    for (const { hash, confirmedAt } of subscriptions.hashes())
      firstConfirmed.set(hash, Math.min(confirmedAt, firstConfirmed.get(hash) ?? confirmedAt));
  }
  return { sockets, identifiers: [...firstConfirmed] };
}

export function endSurplus(connections: Connections, own: UserPresence, elsewhere: readonly UserPresence[]) {
  const surplus = surplusSockets([own, ...elsewhere]);
  const ids = new Set(surplus.filter(({ process }) => process === own.process).map(({ id }) => id));
  for (const connection of [...connections])
    if (ids.has(connection.id)) connection.end('too_many_connections', false);
  // Identifiers of sockets that are about to end must not displace others.
  if (surplus.length > 0) return ids.size > 0;
  const hashes = surplusIdentifiers([own, ...elsewhere]);
  let hasEnded = false;
  for (const { subscriptions } of connections) if (subscriptions.reject(hashes)) hasEnded = true;
  return hasEnded;
}
