import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { root } from '../boot/root.mjs';
import { type Config, DEFAULT_PORT, readConfig } from '../config/config';
import type { Environment } from '../config/environment-reader';

const LAST_PORT = 3_999;

const isTaken = (error: unknown) => (error as NodeJS.ErrnoException).code === 'EADDRINUSE';

async function bind(server: Server, port: number) {
  server.listen(port);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

export const configAtPort = (env: Environment, port: number): Config =>
  readConfig({ ...env, PORT: String(port) }, root);

/** Binds the requested port, else `DEFAULT_PORT` or the next free one, and returns it. */
export async function listen(server: Server, requested: number | null, setting = 'PORT'): Promise<number> {
  if (requested !== null) return bindOnly(server, requested, setting);
  for (let port = DEFAULT_PORT; port <= LAST_PORT; port += 1) {
    try {
      return await bind(server, port);
    } catch (error) {
      if (!isTaken(error)) throw error;
    }
  }
  throw new Error(`Every port from ${DEFAULT_PORT} to ${LAST_PORT} is in use`);
}

async function bindOnly(server: Server, port: number, setting: string): Promise<number> {
  try {
    return await bind(server, port);
  } catch (error) {
    if (isTaken(error)) throw new PortInUse(port, setting);
    throw error;
  }
}

export class PortInUse extends Error {
  constructor(port: number, setting: string) {
    const next = setting === 'PORT' ? ', or leave PORT out to take the next free one' : '';
    super(`${setting} ${port} is in use by another process: choose another${next}`);
    this.name = 'PortInUse';
  }
}
