// Runs commands of the operator and kills them at random moments.
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { start } from './process.mjs';

const MAX_HELD_MS = 5_000;
const APPLICATION_NAME = 'operator';

export const atDatabase = (url, name) => Object.assign(new URL(url), { pathname: `/${name}` }).href;

export async function using(url, work) {
  const client = new pg.Client({ connectionString: url, application_name: 'scene' });
  await client.connect();
  return work(client).finally(() => client.end());
}

/** The sessions of its processes are told from others by their name. */
const operatorUrl = (url) =>
  Object.assign(new URL(url), { search: `application_name=${APPLICATION_NAME}` }).href;

const SESSIONS = `
  select coalesce(string_agg(distinct left(query, 60), '; '), '') as queries, count(*)::int as n
    from pg_stat_activity where application_name = $1`;

/** Returns the milliseconds until the last session of the killed process has ended, and with it what it held. */
const heldFor = (url) =>
  using(url, async (client) => {
    const began = performance.now();
    for (let queries = ''; ; await pause(25)) {
      const { rows } = await client.query(SESSIONS, [APPLICATION_NAME]);
      const ms = Math.round(performance.now() - began);
      if (rows[0].n === 0 || ms > 12 * MAX_HELD_MS) return { ms, queries };
      queries = rows[0].queries;
    }
  });

/** Collects what failed of each promise, and prints the promises at the end. */
export function promises(command, holds) {
  const found = new Map();
  return {
    expect(promise, fact, figure = '') {
      const { times, failures } = found.get(promise) ?? { times: 0, failures: [] };
      if (!fact) failures.push(String(figure).trim().slice(-600));
      found.set(promise, { times: times + 1, failures });
    },
    print() {
      for (const [promise, { times, failures }] of found)
        holds(
          `${command}: ${promise}`,
          failures.length === 0,
          failures.length > 0 ? `${failures.length} of ${times}: ${failures[0]}` : `${times} times`,
        );
    },
  };
}

export class CommandRuns {
  #typicalMs = new Map();
  #env;
  #serverUrl;

  constructor(serverUrl, env) {
    this.#serverUrl = serverUrl;
    this.#env = env;
  }

  #start({ entry = 'command', args = [], url, env }) {
    return start(entry, { ...this.#env, ...env, DATABASE_URL: operatorUrl(url) }, { args });
  }

  #learn(command, ms) {
    this.#typicalMs.set(command.args?.slice(0, 2).join(' '), ms);
  }

  async run(command) {
    const began = performance.now();
    const run = this.#start(command);
    const exit = await run.ended;
    if (exit === 0) this.#learn(command, performance.now() - began);
    return { exit, output: run.output() };
  }

  /** Null if the command ended before it was killed. */
  async #tryKill(command) {
    const typicalMs = this.#typicalMs.get(command.args?.slice(0, 2).join(' ')) ?? 3_000;
    const run = this.#start(command);
    const wasKilled = await Promise.race([
      run.ended.then(() => false),
      pause(typicalMs * (0.2 + 0.8 * Math.random())).then(() => run.child.kill('SIGKILL')),
    ]);
    const exit = await run.ended;
    if (!wasKilled && exit !== 0) throw new Error(`${command.args} ended with ${exit}: ${run.output()}`);
    if (!wasKilled) this.#learn(command, typicalMs * 0.9);
    return wasKilled ? run.output() : null;
  }

  /** Kills the command `count` times; `before` and `after` run around each. */
  async kill(command, count, { before = () => undefined, after, expect }) {
    for (let killed = 0; killed < count; ) {
      await before(killed);
      const output = await this.#tryKill(command(killed));
      if (output === null) continue;
      killed += 1;
      const { ms, queries } = await heldFor(this.#serverUrl);
      expect(
        `killed, it holds nothing for ${MAX_HELD_MS / 1_000} s`,
        ms < MAX_HELD_MS,
        `${ms} ms: ${queries}`,
      );
      await after(killed - 1, output);
    }
  }
}
