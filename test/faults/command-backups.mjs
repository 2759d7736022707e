// Kills `npm run backup`, `restore` and `check`.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { atDatabase, promises, using } from './command-runs.mjs';

const NO_FINDINGS = 'no findings';
const REFUSED = 'Run npm run restore again.';

/** Uploads go into a folder of their own. */
const targetEnv = ({ folder }) => ({ DATA_DIR: join(folder, 'restored') });

const restoreFrom = (site, from, target) => ({
  args: ['restore', '--from', from, '--database-url', target],
  url: site.shop,
  env: targetEnv(site),
});

async function emptyTarget(server) {
  await using(server, async (client) => {
    await client.query('drop database if exists target with (force)');
    await client.query('create database target');
  });
  return atDatabase(server, 'target');
}

const foldersIn = (dir) => (existsSync(dir) ? readdirSync(dir).sort() : []);

/** Whether restore takes the folder: a killed command may have written all of it. */
async function takes(runs, site, folder) {
  const { exit, output } = await runs.run(restoreFrom(site, folder, await emptyTarget(site.server)));
  return { isWhole: exit === 0 && output.includes(NO_FINDINGS), isRefused: exit === 1, output };
}

export async function killBackups(runs, site, count, holds) {
  const dir = join(site.folder, 'backups');
  const backup = { args: ['backup', '--to', dir], url: site.shop };
  const { expect, print } = promises('backup', holds);
  let before = [];
  await runs.run(backup);
  await runs.kill(() => backup, count, {
    expect,
    before: () => {
      before = foldersIn(dir);
    },
    async after() {
      for (const folder of foldersIn(dir).filter((name) => !before.includes(name))) {
        const { isWhole, isRefused, output } = await takes(runs, site, join(dir, folder));
        const isPlain = isRefused && output.includes('There is no complete backup at');
        expect('what is left is refused by restore as incomplete, or whole', isPlain || isWhole, output);
      }
      const next = await runs.run(backup);
      expect('the next one succeeds', next.exit === 0, next.output);
    },
  });
  const newest = await takes(runs, site, dir);
  expect('the newest restores, check clean', newest.isWhole, newest.output);
  print();
}

/** What the check after a restore adds rows to. */
const ADDED_TO = ['consistency_checks', 'consistency_findings'];

/** Returns the first table that has other rows than the newest backup. */
async function findDifference(dir, target) {
  const { tables } = JSON.parse(readFileSync(join(dir, foldersIn(dir).at(-1), 'manifest.json'), 'utf8'));
  return using(target, async (client) => {
    for (const { schema, name, rows } of tables.filter((table) => !ADDED_TO.includes(table.name))) {
      const found = await client.query(`select count(*)::int as n from ${schema}.${name}`);
      if (found.rows[0].n !== rows) return `${name}: ${found.rows[0].n}, not ${rows}`;
    }
    return '';
  });
}

const readRestored = (target) =>
  using(target, async (client) => {
    const { rows } = await client.query(
      `select to_regclass('public.restoring') is not null as marked, to_regclass('public.users') is null as empty`,
    );
    return rows[0];
  });

/** `output` is that of the killed restore, which says when everything is restored. */
async function restoreAgain(runs, site, { restore, target, expect }) {
  const { marked, empty } = await readRestored(target);
  if (marked)
    for (const command of [{ args: ['check'] }, { entry: 'release' }]) {
      const { exit, output } = await runs.run({ ...command, url: target, env: targetEnv(site) });
      expect('processes refuse what it left', exit === 1 && output.includes(REFUSED), output);
    }
  if (!marked && !empty) {
    const { exit, output } = await runs.run({ args: ['check'], url: target, env: targetEnv(site) });
    expect('without a marker everything is restored', exit === 0, output);
    return;
  }
  const next = await runs.run(restore);
  expect('the next one ends, check clean', next.exit === 0 && next.output.includes(NO_FINDINGS), next.output);
  const difference = await findDifference(join(site.folder, 'backups'), target);
  expect('with the rows of the backup', difference === '', difference);
}

export async function killRestores(runs, site, count, holds) {
  const dir = join(site.folder, 'backups');
  const { expect, print } = promises('restore', holds);
  let target = await emptyTarget(site.server);
  const restore = restoreFrom(site, dir, target);
  await runs.run(restore);
  await runs.kill(() => restore, count, {
    expect,
    async before() {
      target = await emptyTarget(site.server);
    },
    after: () => restoreAgain(runs, site, { restore, target, expect }),
  });
  print();
}

const RECORDED = `
  select count(*)::int as n, count(*) filter (where finished_at is null)::int as unfinished from consistency_checks`;

const recorded = (url) => using(url, async (client) => (await client.query(RECORDED)).rows[0]);

export async function killChecks(runs, { shop }, count, holds) {
  const check = { args: ['check'], url: shop };
  const { expect, print } = promises('check', holds);
  await runs.run(check);
  await runs.kill(() => check, count, {
    expect,
    async after() {
      const { exit, output } = await runs.run(check);
      expect('the next one has no findings', exit === 0 && output.includes(NO_FINDINGS), output);
      const { unfinished } = await recorded(shop);
      expect('and is recorded as finished', unfinished === 0, `${unfinished} unfinished`);
    },
  });
  print();
}
