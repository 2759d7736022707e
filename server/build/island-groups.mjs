import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Islands that one file holds: a file per island would cost a page sixty requests, one round trip after another. */
const GROUPS = {
  visiting: [
    'sign-in',
    'sign-up',
    'buyer-application',
    'seller-application',
    'forgot-password',
    'reset-password',
    'create-password',
    'magic-sign-in',
    'contact-us',
  ],
  browsing: ['all-products', 'product-detail', 'seller-storefront'],
  dealing: ['cart', 'my-offers', 'my-orders'],
  managing: ['manage-products'],
  preparing: ['product-wizard', 'manage-profile', 'shopify'],
  importing: ['import-products'],
  leading: ['top-nav'],
  watching: ['admin-insights', 'audit-log', 'stuck-work'],
  writing: ['release-notes', 'seller-curation'],
};

/** On every page, or small and on the first one. */
const EVERYWHERE = ['alerts', 'user-menu', 'release-notes-modal', 'cart-drawer', 'auth-modal'];
/** Most groups use these: in the entry, they need no file per combination of groups. */
const COMMON = [
  './browser/history',
  './ui/badge',
  './ui/disclosure',
  './ui/empty',
  './forms/field',
  './ui/grid',
  './forms/money-field',
  './ui/notice',
  './browser/preloaded',
  './ui/price',
  './ui/progress',
  './forms/quantity-field',
  './forms/search-field',
  './browser/scroll-into-view',
  './ui/skeleton',
  './ui/stepper',
  './forms/text-field',
  './products/ProductCard',
];
/** For sellers' and staff's pages, in one shared file. */
const AT_WORK = ['managing', 'preparing', 'importing', 'leading', 'watching', 'writing', 'staff'];
const WORK = [
  './forms/choice-field',
  './forms/image-upload',
  './ui/pager',
  './forms/photo-slot',
  './ui/table',
  './ui/tabs',
  './forms/upload',
  './browser/use-address',
  './forms/use-image-upload',
  './browser/use-list',
  './dashboard/Dashboard',
];
const STAFF = 'staff';
const LOADED = /\(\) => import\('\.\/([\w-]+)'\)/g;

const groupOf = (island) =>
  Object.keys(GROUPS).find((group) => GROUPS[group].includes(island)) ??
  (island === 'components' ? null : STAFF);

/** Turns the registry's import per island into one per group. */
export function islandGroups(root) {
  const registry = join(root, 'islands/registry.ts');
  const contracts = join(root, 'server/');
  const named = () => [
    ...new Set([...readFileSync(registry, 'utf8').matchAll(LOADED)].map(([, island]) => island)),
  ];
  return {
    name: 'islands-in-groups',
    setup(build) {
      build.onLoad({ filter: /islands\/registry\.ts$/ }, () => {
        const heads = [];
        const body = readFileSync(registry, 'utf8').replace(LOADED, (whole, island) => {
          const group = groupOf(island);
          if (EVERYWHERE.includes(island)) {
            const name = `everywhere_${island.replaceAll('-', '_')}`;
            heads.push(`import * as ${name} from './${island}';`);
            return `() => Promise.resolve(${name})`;
          }
          return group ? `() => import('group:${group}').then((group) => group['${island}'])` : whole;
        });
        return { contents: `${heads.join('\n')}\n${body}`, loader: 'ts' };
      });
      build.onLoad({ filter: /islands\/index\.ts$/ }, ({ path }) => {
        const source = readFileSync(path, 'utf8');
        if (!existsSync(registry)) return { contents: source, loader: 'ts' };
        return {
          contents: `${COMMON.map((part) => `import '${part}';`).join('\n')}\n${source}`,
          loader: 'ts',
        };
      });
      // They load by themselves, after the entry.
      build.onLoad(
        {
          filter:
            /islands\/(components\/index|my-offers\/EndDialog|manage-products\/BulkDialog|products\/WindowedGrid|sign-in\/SignInForm|sign-up\/SignUpChoice)\.tsx$/,
        },
        ({ path }) => ({
          contents: `import '${join(root, 'islands/index.ts')}';\n${readFileSync(path, 'utf8')}`,
          loader: 'tsx',
        }),
      );
      build.onResolve({ filter: /^yup$/ }, ({ importer }) =>
        importer.startsWith(contracts) ? { path: join(root, 'islands/forms/lazy-schemas.ts') } : undefined,
      );
      build.onResolve({ filter: /^group:/ }, ({ path }) => ({ path: path.slice(6), namespace: 'group' }));
      build.onLoad({ filter: /.*/, namespace: 'group' }, ({ path: group }) => ({
        contents: [
          // Shared code goes into the entry instead of further files.
          `import './index';`,
          ...(AT_WORK.includes(group) ? WORK : []).map((part) => `import '${part}';`),
          ...named()
            .filter((island) => groupOf(island) === group && !EVERYWHERE.includes(island))
            .map((island) => `export * as '${island}' from './${island}';`),
        ].join('\n'),
        loader: 'ts',
        resolveDir: join(root, 'islands'),
      }));
    },
  };
}

export function islandsOf(entryPoint, names) {
  const group = /^group:([\w-]+)$/.exec(entryPoint)?.[1];
  if (group) return names.filter((island) => groupOf(island) === group && !EVERYWHERE.includes(island));
  return entryPoint === 'islands/index.ts' ? EVERYWHERE.filter((island) => names.includes(island)) : [];
}
