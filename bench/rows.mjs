// One row per measured thing: one connection, eight, the raw limit, the goal.
import pg from 'pg';
import { number, verdicts } from './goals.mjs';
import { agentFor, ask, measure } from './load.mjs';

const COLUMNS = ['p50 ms', 'p95', 'p99', 'per s at 8', 'p50 ÷ bare', 'web ms', 'db ms', 'goal'];
const WIDTHS = [9, 9, 9, 11, 11, 8, 8, 7];
const line = (name, cells) =>
  console.log([name.padEnd(26), ...cells.map((cell, n) => cell.padStart(WIDTHS[n] ?? 0))].join(''));

/** `ms` is the time per row; `wanted` selects rows by name. */
export function rows(play, ms, wanted) {
  const one = agentFor(1);
  const eight = agentFor(8);
  const missed = [];
  const costs = new Map();
  let first = null;

  function say(name, alone, crowd, { bare, bareCrowd, isListing, cost } = {}) {
    if (isListing) first ??= alone;
    if (cost) costs.set(name, cost.web);
    const row = { one: alone, eight: crowd, bare, bareEight: bareCrowd, first, costs };
    const texts = verdicts(name, row, isListing);
    missed.push(...texts.filter((text) => text.startsWith('MISSED')));
    line(name, [
      ...[alone.p50, alone.p95, alone.p99].map(number),
      number(crowd.perSecond),
      bare ? number(alone.p50 / bare.p50) : '',
      ...[cost?.web, cost?.postgres].map((ms) => (Number.isFinite(ms) ? number(ms) : '')),
      `   ${texts.join(', ')}`,
    ]);
  }

  /** Processor milliseconds per request, of the web process and of PostgreSQL. */
  async function withCost(act) {
    const before = play.cpu();
    const crowd = await act();
    const after = play.cpu();
    const each = (process) => (after[process] - before[process]) / crowd.times;
    return { crowd, cost: { web: each('web'), postgres: each('postgres') } };
  }

  /** `beside` measures the bare statement again, since the load of the machine varies. */
  async function measureRow(name, exchange, { origin = play.origin, beside, ...more } = {}) {
    if (!wanted(name)) return null;
    const bare = await beside?.();
    const by = (agent) => (n) => ask(agent, origin, exchange(n));
    const alone = await measure(by(one), { ms });
    const { crowd, cost } = await withCost(() => measure(by(eight), { ms, connections: 8, warm: 0 }));
    say(name, alone, crowd, { bare, ...(origin === play.origin && { cost }), ...more });
    return crowd;
  }

  /** For exchanges that work only once each. */
  async function measureOnce(name, exchanges, { beside } = {}) {
    if (!wanted(name) || exchanges.length === 0) return;
    const bare = await beside?.();
    const half = Math.floor(exchanges.length / 2);
    const alone = await measure((n) => ask(one, play.origin, exchanges[n]), { ms, most: half, warm: 3 });
    const left = exchanges.slice(half);
    const { crowd, cost } = await withCost(() =>
      measure((n) => ask(eight, play.origin, left[n]), {
        ms,
        most: left.length,
        warm: 0,
        connections: 8,
      }),
    );
    say(name, alone, crowd, { bare, cost });
  }

  async function bareSql(name, statement) {
    const pool = new pg.Pool({ connectionString: play.databaseUrl, max: 8 });
    const act = () => pool.query(statement);
    say(name, await measure(act, { ms }), await measure(act, { ms, connections: 8 }));
    await pool.end();
    return async () => {
      const client = new pg.Client(play.databaseUrl);
      await client.connect();
      const again = await measure(() => client.query(statement), { ms: Math.min(ms, 400) });
      await client.end();
      return again;
    };
  }

  return {
    agent: one,
    measureRow,
    measureOnce,
    bareSql,
    missed,
    start: () => line('', COLUMNS),
    end() {
      void one.destroy();
      void eight.destroy();
    },
  };
}
