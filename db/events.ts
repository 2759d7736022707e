import type { Tx } from './transaction';

/**
 * What one domain's act means to a domain that it may not import. Handlers run inside the same transaction,
 * in the order of registration (the composition root registers). Domains declare their events by augmentation:
 * `declare module '../../db/events' { interface Events { seller_denied: { sellerId: number } } }`
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the domains
export interface Events {}

type Handler<E extends keyof Events> = (tx: Tx, event: Events[E]) => Promise<void>;

const handlers = new Map<string, ((tx: Tx, event: never) => Promise<void>)[]>();

export function on<E extends keyof Events>(name: E, handler: Handler<E>) {
  const list = handlers.get(name) ?? [];
  // Registering the same function again (several apps in one test process) changes nothing.
  if (!list.includes(handler)) list.push(handler);
  handlers.set(name, list);
}

export async function emit<E extends keyof Events>(tx: Tx, name: E, event: Events[E]) {
  for (const handler of handlers.get(name) ?? []) await handler(tx, event as never);
}
