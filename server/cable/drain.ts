import { setTimeout as delay } from 'node:timers/promises';
import type { Identity } from './channel';
import type { Connection } from './connection';

const STEP_MS = 50;
const FAREWELL_MS = 3_000;

/**
 * Sends every client away with the word to come back, evenly over `spreadMs`, so that they do not all arrive at
 * the next process in one moment. Resolves when none is left.
 */
export async function drain<V extends Identity>(all: () => Iterable<Connection<V>>, spreadMs: number) {
  const connections = [...all()];
  const steps = Math.max(1, Math.ceil(spreadMs / STEP_MS));
  for (let step = 0; step < steps && connections.length > 0; step++) {
    if (step > 0) await delay(STEP_MS);
    const share = Math.ceil(connections.length / (steps - step));
    for (const connection of connections.splice(0, share))
      if (!connection.isEnded) connection.end('server_restart', true);
  }
  const isEmpty = () => all()[Symbol.iterator]().next().done === true;
  for (let waited = 0; waited < FAREWELL_MS && !isEmpty(); waited += STEP_MS) await delay(STEP_MS);
  for (const connection of [...all()]) connection.terminate();
}
