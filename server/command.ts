import { seedLargeFrom } from '../db/seeds/large';
import { openDatabase, openServices } from './boot/open-services';
import { root } from './boot/root.mjs';
import type { Main } from './boot/run';
import { readConfig } from './config';
import { createLogger } from './log';
import { reconcileAtOnce } from './payments/reconcile';
import type { Services } from './services';
// What happens to an order reaches whoever follows it, as in the worker.
import './work';

/** What it was given; answers the sentence to print. Throws where it could not do it. */
type Command = (services: Services, words: readonly string[]) => Promise<string>;

const commands: Record<string, Command> = {
  reconcile: reconcileAtOnce,
  'seed:large': seedLargeFrom,
};

/** `npm run NAME`: one command against the database that the configuration names, then the end. */
export const command: Main = async (stops, env) => {
  const [name = '', ...words] = process.argv.slice(2);
  const chosen = commands[name];
  if (!chosen) throw new Error(`Commands: ${Object.keys(commands).join(', ')}`);
  const log = createLogger(name);
  const config = readConfig(env, root);
  const database = await openDatabase(config, log);
  stops.add(database.close);
  const services = await openServices(config, database.url, log);
  stops.add(services.close);
  console.log(await chosen(services, words));
  await stops.run();
  process.exit(0);
};
