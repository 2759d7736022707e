import { collectNews } from '../../server/sourcing/news';
import { wantJobs } from '../../server/wants/jobs';
import { Factory } from '../support/factories';
import { runDueJobs } from '../support/jobs';
import { useTestApp } from '../support/test-app';
import { aWantList, pageOf } from './support';

const app = useTestApp({ rateLimits: false });
const factory = new Factory(app);

const linesOf = async (text: string) => (await aWantList(factory, await factory.aBuyer(), text)).page.lines;

const named = (...names: string[]) => Promise.all(names.map((name) => factory.aProduct({ name })));

/** The names that are proposed for each line. */
async function proposedFor(...typed: string[]) {
  const lines = await linesOf(`Name\tQty\n${typed.map((name) => `${name}\t3`).join('\n')}`);
  expect(lines.every(({ status }) => status === 'waiting' || status === 'proposed')).toBe(true);
  return lines.map(({ proposals }) => proposals.map(({ name }) => name));
}

test.each([
  ['Plum Henley Tee', ['plum henley tees', "Plum Henley's tee", 'Tees, Henley, plum']],
  ['Opal Berries Brushes', ['opal berry brush', 'opals berries brushes']],
  ['Colored Marker Organizer', ['coloured markers organiser', 'Colour marker organizers']],
  ['Gray Fiber Center', ['grey fibre centre']],
  ['Rustic Tumbler 16 oz', ['rustic tumblers 16oz', 'rustic tumbler 16 ounces', '16-ounce rustic tumbler']],
  ['Nordic Flask 24oz', ['nordic flask 24 oz', 'nordic flask 24ounce', 'the nordic flask of 24 ounces']],
  ['Linden Frame 12in', ['linden frame 12"', 'linden frame 12 inch', 'linden frames, 12 inches']],
  ['Maple Coaster 6pk', ['maple coasters 6 pack', '6-pack of maple coasters']],
])('%s is proposed for names that are written otherwise', async (name, typed) => {
  await named(name);
  expect(await proposedFor(...typed)).toEqual(typed.map(() => [name]));
});

test('a size is no other size', async () => {
  await named('Sienna Bottle 12oz', 'Sienna Bottle 20 oz');
  expect(await proposedFor('sienna bottle 12 oz', 'sienna bottle 20oz')).toEqual([
    ['Sienna Bottle 12oz'],
    ['Sienna Bottle 20 oz'],
  ]);
});

test('words that no listing has are passed over, and one more may be missing', async () => {
  await named('Amber Copper Kettle', 'Juniper Wool Throw Large');
  expect(
    await proposedFor(
      'amber copper kettle shinyxx',
      'amber copper kettle large',
      'wool juniper qqxx throw amber',
      'amber qqxx wwxx zzxx',
      'amber throw',
    ),
  ).toEqual([['Amber Copper Kettle'], ['Amber Copper Kettle'], ['Juniper Wool Throw Large'], [], []]);
});

test('a listing that has every word comes before those that lack one', async () => {
  await named('Teal Picnic Basket', 'Teal Picnic Basket Lined Xl');
  expect(await proposedFor('teal picnic baskets lined')).toEqual([['Teal Picnic Basket Lined Xl']]);
});

test('a name is told of a new listing that writes its words otherwise, and not of one that lacks a word', async () => {
  const buyer = await factory.aBuyer();
  const { client, id } = await aWantList(factory, buyer, 'coloured garnet mugs 16oz\t3');
  await named('Garnet Mug 16 oz');
  await collectNews(app.services);
  expect((await pageOf(client, id)).lines).toMatchObject([{ status: 'waiting' }]);
  await named('Garnet Mug, Colored, 16 Ounces');
  await collectNews(app.services);
  await runDueJobs(app.services, wantJobs);
  expect((await pageOf(client, id)).lines).toMatchObject([
    { status: 'proposed', proposals: [{ name: 'Garnet Mug, Colored, 16 Ounces' }] },
  ]);
});
