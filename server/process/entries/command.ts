import { migrate } from '../../../db/migrate';
import { seedDemo } from '../../../db/seeds/demo';
import { seedLargeFrom } from '../../../db/seeds/large';
import { makeStaff, resetSecondFactor } from '../../accounts/make-staff';
import { backupAtOnce, restoreAtOnce } from '../../backup/command';
import { root } from '../../boot/root.mjs';
import { type Config, readConfig } from '../../config/config';
import { DATABASE_EXPECTED, databaseUrl, isDatabase } from '../../config/database-url';
import { checkAtOnce as checkConsistency } from '../../consistency/command';
import { rebuildAtOnce } from '../../consistency/rebuild';
import { checkAtOnce as checkLedger } from '../../ledger/check';
import { createLogger } from '../../logging/logger';
import { sendDigestsAtOnce } from '../../notifications/digest';
import { reconcileAtOnce } from '../../payments/reconcile';
import type { Services } from '../../services';
import { runningPort } from '../../system/running-port';
import { computeGuidesAtOnce } from '../../wants/guides/compute';
import { configAtPort } from '../listen';
import { openDatabase, openServices } from '../open-services';
import { type Main, run } from '../run';
import type { ShutdownHooks } from '../shutdown';

type Command = (services: Services, words: readonly string[]) => Promise<string>;

const RESET = '--reset-second-factor';

async function admin(services: Services, words: readonly string[]) {
  const [email = ''] = words.filter((word) => word !== RESET);
  if (words.includes(RESET))
    return (await resetSecondFactor(services, email))
      ? `Two-step verification of ${email} is off. They were told by email.`
      : `Two-step verification of ${email} was not on.`;
  const token = await makeStaff(services, email);
  if (token === null) return `${email} is staff and has a password.`;
  return `${email} is staff. Use this link to create a password (single use, expires in 7 days):\n${services.config.appUrl}/magic/sign_in/${token}`;
}

async function seed(services: Services) {
  const { demo, seedDemo: allowed } = services.config;
  if (!demo && !allowed)
    throw new Error('Demo passwords are public. To load the demo data, set SEED_DEMO or DEMO to true');
  return (await seedDemo(services))
    ? 'Demo data loaded.'
    : 'No data loaded: the database already has accounts.';
}

const commands: Record<string, Command> = {
  admin,
  reconcile: reconcileAtOnce,
  digest: sendDigestsAtOnce,
  check: checkConsistency,
  rebuild: rebuildAtOnce,
  backup: backupAtOnce,
  'ledger:check': checkLedger,
  'wants:guides': computeGuidesAtOnce,
  seed,
  'seed:large': seedLargeFrom,
};

type Log = ReturnType<typeof createLogger>;

/** Links lead to the process that runs: without PORT it may have taken another than the default. */
async function withRunningPort(config: Config, databaseUrl: string): Promise<Config> {
  if (config.port !== null || config.database.kind !== 'embedded') return config;
  const port = await runningPort(databaseUrl);
  return port === null ? config : configAtPort(process.env, port);
}

async function runOnDatabase(
  chosen: Command,
  words: readonly string[],
  config: Config,
  log: Log,
  hooks: ShutdownHooks,
) {
  const database = await openDatabase(config, log);
  hooks.add(database.close);
  // No release step migrates an embedded database.
  if (config.database.kind === 'embedded') await migrate(database.directUrl);
  const services = await openServices(await withRunningPort(config, database.directUrl), database, log);
  hooks.add(services.close);
  return chosen(services, words);
}

function atUrl(config: Config, text: string): Config {
  if (!URL.canParse(text) || !isDatabase(new URL(text)))
    throw new Error(`--database-url is not right: expected ${DATABASE_EXPECTED}`);
  const database = { kind: 'url' as const, url: databaseUrl(new URL(text)) };
  return {
    ...config,
    database,
    replicaUrl: null,
    operations: { ...config.operations, databaseDirectUrl: null },
  };
}

/** Opens the services after the restore, as they refuse to open before. */
const runRestore = (words: readonly string[], config: Config, log: Log, hooks: ShutdownHooks) =>
  restoreAtOnce(config, words, {
    say: (line) => console.log(line),
    async openTarget(url) {
      const target = url ? atUrl(config, url) : config;
      const database = await openDatabase(target, log);
      hooks.add(database.close);
      return { databaseUrl: database.directUrl, open: () => openServices(target, database, log) };
    },
  });

function start(
  name: string,
  words: readonly string[],
  config: Config,
  hooks: ShutdownHooks,
): Promise<string> {
  const log = createLogger(name);
  const chosen = commands[name];
  return chosen ? runOnDatabase(chosen, words, config, log, hooks) : runRestore(words, config, log, hooks);
}

const command: Main = async (shutdownHooks, env) => {
  const [name = '', ...words] = process.argv.slice(2);
  const names = [...Object.keys(commands), 'restore'];
  if (!names.includes(name)) {
    console.error(`Unknown command ${name}. Commands: ${names.join(', ')}`);
    process.exit(1);
  }
  const exitCode = await start(name, words, readConfig(env, root), shutdownHooks).then(
    (line) => {
      console.log(line);
      return 0;
    },
    (error: Error & { exitCode?: number }) => {
      console.error(error.message);
      return error.exitCode ?? 1;
    },
  );
  // For a process that ends while a hook waits for what no longer answers.
  process.exitCode = exitCode;
  await shutdownHooks.run();
  process.exit(exitCode);
};

void run(command, process.env);
