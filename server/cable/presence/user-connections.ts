import type { Identity } from '../channel';
import type { Connection } from '../connection';
import { surplusIdentifiers, surplusSockets, type UserPresence } from './user-limits';

type Connections = Iterable<Connection<Identity>>;

/** The sockets and identifiers of one user, for the other processes. */
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

/** Ends what one user has in this process beyond the limits over all processes. Returns whether anything ended. */
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
