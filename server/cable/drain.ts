import { setTimeout as delay } from 'node:timers/promises';
import type { Identity } from './channel';
import type { Connection } from './connection';

const STEP_MS = 50;
const CLOSE_TIMEOUT_MS = 3_000;

/** Disconnects all clients evenly over `spreadMs`, so they do not all reconnect at once; resolves when all are closed. */
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
  for (let waited = 0; waited < CLOSE_TIMEOUT_MS && !isEmpty(); waited += STEP_MS) await delay(STEP_MS);
  for (const connection of [...all()]) connection.terminate();
}
