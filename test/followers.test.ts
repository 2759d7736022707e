import { startFollowers } from '../server/followers';
import { readSources } from './measure/source';
import { projectRoot } from './support/roots';
import { testServices } from './support/services';

const server = readSources(projectRoot, ['server']).filter(({ path }) => path !== 'server/followers.ts');
const filesWith = (pattern: RegExp) =>
  server.filter(({ text }) => pattern.test(text)).map(({ path }) => path);

let events: string[];

beforeAll(async () => {
  const services = testServices('postgres://nowhere.invalid/none');
  const { followers, stop } = startFollowers(services);
  events = Object.keys(followers);
  for (const list of Object.values(followers)) expect(list.length).toBeGreaterThan(0);
  await stop();
  await services.db.destroy();
  await services.limitsPool.end();
});

test('every event is published by an act', () => {
  for (const event of events)
    expect({ event, acts: filesWith(new RegExp(`\\btx\\.events\\.${event}\\(`)).length > 0 }).toEqual({
      event,
      acts: true,
    });
});

test('followers are listed in server/followers.ts alone', () => {
  expect(filesWith(/: Followers\b|startFollowers|createTransactions|interface Events\b/)).toEqual([
    'server/process/compose-services.ts',
  ]);
});

test('acts open their transactions through services', () => {
  const direct = filesWith(/import \{[^}]*\btransaction\b[^}]*\} from '[./]+db\/transaction'/);
  expect(direct.filter((path) => !path.startsWith('server/stripe-sandbox/'))).toEqual([]);
});
