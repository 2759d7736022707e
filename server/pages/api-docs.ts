import { capabilityLines } from '../accounts/keys/rules';
import { anyone } from '../accounts/policy';
import { type Capability, keyCapabilities } from '../contract/capabilities';
import { eventTypes } from '../events/rules';
import { page, type Routes, route } from '../http/route';
import { sendText } from '../http/send-text';
import { publicRoute } from '../http/viewer';
import type { ApiReference } from '../openapi/reference';
import { apiDocument } from './contract';
import { documentedTag } from './policy';

const sheets = ['api-docs.css'];

const GUIDE =
  'How your software reads and changes offers, orders and products: keys, retries, events and errors.';

const OTHER = 'Events and files';

/** By the names of tags; what none of them names is the last group. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  Orders: ['Orders', 'Shipments', 'Payments', 'Documents', 'Claims', 'Earnings'],
  Offers: ['Offers', 'Cart', 'Approvals', 'Messages', 'Bulk answers', 'Offer rules'],
  Catalog: [
    'Products',
    'Imports',
    'Seller profile',
    'Favorites',
    'Saved searches',
    'Want lists',
    'Analytics',
    'Shopify',
  ],
  Company: ['Company', 'Addresses', 'API keys'],
};

function menuOf({ tags }: ApiReference) {
  const grouped = Object.values(GROUPS).flat();
  const named = (names: readonly string[]) =>
    tags.filter(({ name }) => names.includes(name)).map(({ slug, name }) => ({ slug, name }));
  const rest = tags.map(({ name }) => name).filter((name) => !grouped.includes(name));
  return Object.entries({ ...GROUPS, [OTHER]: rest }).map(([group, names]) => ({
    group,
    tags: named(names),
  }));
}

const capabilities = Object.entries(capabilityLines).map(([name, opens]) => ({
  name,
  opens,
  for: (['buyer', 'seller'] as const).filter((kind) => keyCapabilities[kind].includes(name as Capability)),
}));

const events = Object.entries(eventTypes).map(([type, needs]) => ({ type, ...needs }));

export default (apiReference: () => Promise<ApiReference>): Routes => [
  route(apiDocument, {
    may: publicRoute,
    reply: async ({ req, res }) => {
      const { json, etag } = await apiReference();
      res.set({ 'Cache-Control': 'public, max-age=300', ETag: etag }).type('json');
      if (req.fresh) res.status(304).end();
      else sendText(req, res, json);
      return undefined;
    },
  }),
  page('/api/docs', {
    may: anyone,
    title: 'API Guide',
    view: 'pages/api_guide',
    ungated: true,
    locals: async ({ services }) => {
      const reference = await apiReference();
      return {
        sheets,
        isDemo: services.config.demo,
        description: GUIDE,
        menu: menuOf(reference),
        codes: reference.errors,
        capabilities,
        events,
      };
    },
  }),
  page('/api/docs/:tag', {
    may: anyone,
    find: documentedTag(apiReference),
    title: ({ subject }) => `${subject.name} · API`,
    view: 'pages/api_tag',
    ungated: true,
    locals: async ({ subject }) => ({
      sheets,
      description: `The API's calls for ${subject.name.toLowerCase()}: parameters, bodies, examples and answers.`,
      menu: menuOf(await apiReference()),
      tag: subject,
    }),
  }),
];
