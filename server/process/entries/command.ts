import { migrate } from '../../../db/migrate';
import { seedDemo } from '../../../db/seeds/demo';
import { seedLargeFrom } from '../../../db/seeds/large';
import { makeStaff } from '../../accounts/make-staff';
import { root } from '../../boot/root.mjs';
import { readConfig } from '../../config/config';
import { checkAtOnce as checkConsistency } from '../../consistency/command';
import { checkAtOnce as checkLedger } from '../../ledger/check';
import { createLogger } from '../../logging/logger';
import { sendDigestsAtOnce } from '../../notifications/digest';
import { reconcileAtOnce } from '../../payments/reconcile';
import type { Services } from '../../services';
import { openDatabase, openServices } from '../open-services';
import { type Main, run } from '../run';

type Command = (services: Services, words: readonly string[]) => Promise<string>;

async function admin(services: Services, [email = '']: readonly string[]) {
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
  'ledger:check': checkLedger,
  seed,
  'seed:large': seedLargeFrom,
};

const command: Main = async (shutdownHooks, env) => {
  const [name = '', ...words] = process.argv.slice(2);
  const chosen = commands[name];
  if (!chosen) {
    console.error(`Unknown command ${name}. Commands: ${Object.keys(commands).join(', ')}`);
    process.exit(1);
  }
  const log = createLogger(name);
  const config = readConfig(env, root);
  const database = await openDatabase(config, log);
  shutdownHooks.add(database.close);
  // No release step migrates an embedded database.
  if (config.database.kind === 'embedded') await migrate(database.directUrl);
  const services = await openServices(config, database, log);
  shutdownHooks.add(services.close);
  const exitCode = await chosen(services, words).then(
    (line) => {
      console.log(line);
      return 0;
    },
    (error: Error & { exitCode?: number }) => {
      console.error(error.message);
      return error.exitCode ?? 1;
    },
  );
  await shutdownHooks.run();
  process.exit(exitCode);
};

void run(command, process.env);
