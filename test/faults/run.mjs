// npm run test:faults [-- kills database rolling hostile-files migrations deploy commands] [--kills 50]
// [--restarts 10] [--products N] [--offers N] [--after MIGRATION] [--from REV]; npm run test:soak -- --minutes 30.
import { parseArgs } from 'node:util';
import { prepare } from '../../server/boot/prepare.mjs';
import { commands } from './commands.mjs';
import { database } from './database.mjs';
import { deploy } from './deploy.mjs';
import { hostileFiles } from './hostile-files.mjs';
import { kills } from './kills.mjs';
import { migrations } from './migrations.mjs';
import { verdicts } from './process.mjs';
import { rolling } from './rolling.mjs';
import { soak } from './soak.mjs';

const scenes = {
  kills,
  database,
  rolling,
  soak,
  'hostile-files': hostileFiles,
  migrations,
  deploy,
  commands,
};
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    kills: { type: 'string', default: '50' },
    restarts: { type: 'string', default: '10' },
    minutes: { type: 'string', default: '30' },
    setup: { type: 'string' },
    from: { type: 'string', default: 'HEAD~20' },
    products: { type: 'string' },
    offers: { type: 'string' },
    after: { type: 'string' },
  },
});
const unknown = positionals.filter((name) => !(name in scenes));
if (unknown.length > 0)
  throw new Error(`Nobody knows ${unknown}: there are ${Object.keys(scenes).join(', ')}`);

await prepare({ development: true });
const options = {
  count: Number(values.kills),
  restarts: Number(values.restarts),
  minutes: Number(values.minutes),
  setup: values.setup,
  ...(values.products && { products: Number(values.products) }),
  ...(values.offers && { offers: Number(values.offers) }),
  ...(values.after && { after: values.after }),
  from: values.from,
};
const all = verdicts();
for (const name of positionals.length > 0 ? positionals : ['kills', 'database', 'rolling']) {
  console.log(`\n${name}`);
  await scenes[name](options, all);
}
process.exit(all.failed() ? 1 : 0);
