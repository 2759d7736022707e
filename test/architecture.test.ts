import { errorTextReadings } from './measure/error-texts';
import { importsOf } from './measure/imports';
import { parseSource, readSources, type Syntax } from './measure/source';
import { projectRoot } from './support/roots';

/** Each domain may import those to its left, never to its right (README, the arrows). */
const DOMAINS = [
  'accounts',
  'notifications',
  'uploads',
  'addresses',
  'lists',
  'sellers',
  'search',
  'products',
  'orders',
  'offers',
  'approvals',
  'messages',
  'answers',
  'payments',
  'shipping',
  'claims',
  'ledger',
  'documents',
  'events',
  'guidance',
  'sourcing',
  'analytics',
  'imports',
  'wants',
  'shopify',
  'notices',
  'insights',
  'consistency',
  'backup',
  'system',
  'pages',
  'development',
];
const KIT = [
  'cache',
  'logging',
  'errors',
  'metrics',
  'admission',
  'http',
  'openapi',
  'cable',
  'jobs',
  'mail',
  'storage',
  'stripe-sandbox',
];

/** The one domain that writes each table; any may read. */
const OWNERS: Record<string, readonly string[]> = {
  users: ['accounts'],
  buyers: ['accounts'],
  sellers: ['accounts', 'sellers'],
  sessions: ['accounts'],
  bearer_tokens: ['accounts'],
  sign_ins: ['accounts'],
  totp_factors: ['accounts'],
  recovery_codes: ['accounts'],
  factor_resets: ['accounts'],
  one_time_tokens: ['accounts'],
  audit_log: ['accounts'],
  mails: ['mail'],
  uploads: ['storage', 'uploads'],
  products: ['products'],
  product_tags: ['products'],
  product_changes: ['products'],
  stock_movements: ['products'],
  offers: ['offers'],
  offer_products: ['offers'],
  offer_history: ['offers'],
  approval_requests: ['approvals'],
  bulk_answers: ['answers'],
  bulk_answer_rows: ['answers'],
  answer_rules: ['answers'],
  planned_answers: ['answers'],
  rule_answers: ['answers'],
  messages: ['messages'],
  message_reads: ['messages'],
  message_backfill: ['messages'],
  purchase_orders: ['orders', 'payments', 'shipping', 'ledger'],
  purchase_order_products: ['orders'],
  order_line_backfill: ['orders'],
  search_text_backfill: ['products'],
  price_guides: ['guidance'],
  product_views_daily: ['analytics'],
  order_history: ['orders'],
  order_activity: ['orders'],
  addresses: ['addresses'],
  notification_choices: ['notifications'],
  email_notices: ['notifications', 'mail'],
  shipments: ['shipping'],
  shipment_lines: ['shipping'],
  shipment_tracking: ['shipping'],
  adjustments: ['payments'],
  adjustment_lines: ['payments'],
  claims: ['claims'],
  claim_lines: ['claims'],
  claim_messages: ['claims'],
  claim_photos: ['claims'],
  ledger_transactions: ['ledger'],
  ledger_entries: ['ledger'],
  seller_balances: ['ledger'],
  ledger_backfill: ['ledger'],
  ledger_mismatches: ['ledger'],
  payout_batches: ['ledger'],
  payouts: ['ledger'],
  payout_items: ['ledger'],
  documents: ['documents'],
  company_events: ['events'],
  webhooks: ['events'],
  webhook_deliveries: ['events'],
  webhook_attempts: ['events'],
  webhook_arrivals: ['development'],
  payment_attempts: ['payments'],
  payment_events: ['payments'],
  refunds: ['payments'],
  imported_csvs: ['imports'],
  imported_products: ['imports'],
  import_issue_counts: ['imports'],
  import_issues: ['imports'],
  import_previews: ['imports'],
  import_readings: ['imports'],
  import_reading_rows: ['imports'],
  import_headings: ['imports'],
  want_lists: ['wants', 'notifications'],
  wants: ['wants'],
  want_proposals: ['wants'],
  want_news: ['wants'],
  want_guides: ['wants'],
  shopify_sessions: ['shopify'],
  shopify_logins: ['shopify'],
  release_notes: ['notices'],
  release_note_dismissals: ['notices'],
  contact_requests: ['notices'],
  processes: ['system'],
  consistency_checks: ['consistency', 'system'],
  consistency_findings: ['consistency', 'system'],
  backups: ['backup'],
};

const files = new Map(
  readSources(projectRoot, ['server', 'islands', 'db']).map((file) => [file.path, file] as const),
);
const below = (folder: string) => [...files.keys()].filter((path) => path.startsWith(`${folder}/`));
const server = below('server');
const islands = below('islands');
const db = below('db');

const textOf = (path: string) => files.get(path)?.text ?? '';
const targetsOf = (path: string) => {
  const file = files.get(path);
  return file ? importsOf(projectRoot, file).map(({ to }) => to) : [];
};

const folderOf = (path: string) => /^server\/([^/]+)\//.exec(path)?.[1] ?? null;
const isSchema = (path: string) =>
  path === 'server/contract/fields.ts' || /^server\/[^/]+\/([a-z-]+\/)?([a-z-]+-)?schema\.ts$/.test(path);
const isContract = (path: string) =>
  !isSchema(path) &&
  (path.startsWith('server/contract/') || /^server\/[^/]+\/([a-z-]+\/)?(contract|rules)\.ts$/.test(path));
const isShared = (path: string) => isContract(path) || isSchema(path);
const isOurs = (path: string) => /^(server|islands|db|views|public|test)\//.test(path);

/** The offending arrows, as `from → to`. */
const arrows = (sources: readonly string[], isWrong: (from: string, to: string) => boolean) =>
  sources.flatMap((from) => targetsOf(from).flatMap((to) => (isWrong(from, to) ? [`${from} → ${to}`] : [])));

test('contracts and rules import contracts and rules, nothing else', () => {
  expect(arrows(server.filter(isContract), (_from, to) => !isContract(to))).toEqual([]);
});

test('schemas import contracts, rules, schemas and yup, nothing else', () => {
  const wrong = arrows(server.filter(isSchema), (_from, to) => to !== 'yup' && !isShared(to));
  expect(wrong).toEqual([]);
});

test('islands know the server by its contracts, rules and schemas alone', () => {
  const wrong = arrows(islands, (_from, to) => isOurs(to) && !to.startsWith('islands/') && !isShared(to));
  expect(wrong).toEqual([]);
});

/** Shared island folders from the bottom up, then the folders of elements, then what starts them. */
const ISLAND_LAYERS = [['browser'], ['ui'], ['forms', 'live']];
const ELEMENTS = ISLAND_LAYERS.length;

const islandFolder = (path: string) => /^islands\/([^/]+)\//.exec(path)?.[1] ?? null;
function islandLayer(path: string): number {
  const folder = islandFolder(path);
  if (folder === null || folder === 'runtime') return ELEMENTS + 1;
  const shared = ISLAND_LAYERS.findIndex((layer) => layer.includes(folder));
  return shared < 0 ? ELEMENTS : shared;
}

test('islands import downward: browser, ui, forms and live, elements, runtime', () => {
  const wrong = arrows(islands, (from, to) => {
    if (!to.startsWith('islands/') || islandFolder(from) === islandFolder(to)) return false;
    if (islandLayer(to) < ELEMENTS) return islandLayer(to) >= islandLayer(from);
    return islandLayer(from) < islandLayer(to) || islandFolder(from) === 'runtime';
  });
  expect(wrong).toEqual([]);
});

test('no server source imports an island', () => {
  expect(arrows([...server, ...db], (_from, to) => to.startsWith('islands/'))).toEqual([]);
});

test('the kit has no product word in it: it imports no domain', () => {
  const kit = server.filter((path) => KIT.includes(folderOf(path) ?? ''));
  expect(arrows(kit, (_from, to) => DOMAINS.includes(folderOf(to) ?? ''))).toEqual([]);
});

test('the database layer knows contracts alone', () => {
  const layer = db.filter((path) => !path.startsWith('db/seeds/'));
  expect(
    arrows(layer, (_from, to) => to.startsWith('server/') && !to.startsWith('server/contract/')),
  ).toEqual([]);
});

test('domains import only to their left', () => {
  const wrong = arrows(server, (from, to) => {
    const [fromIndex, toIndex] = [DOMAINS.indexOf(folderOf(from) ?? ''), DOMAINS.indexOf(folderOf(to) ?? '')];
    return fromIndex >= 0 && toIndex > fromIndex;
  });
  expect(wrong).toEqual([]);
});

test('there are no import cycles between domains', () => {
  const edges = new Map<string, Set<string>>();
  for (const from of server) {
    const fromFolder = folderOf(from);
    if (!fromFolder || !DOMAINS.includes(fromFolder)) continue;
    for (const to of targetsOf(from)) {
      const toFolder = folderOf(to);
      if (!toFolder || toFolder === fromFolder || !DOMAINS.includes(toFolder)) continue;
      edges.set(fromFolder, (edges.get(fromFolder) ?? new Set()).add(toFolder));
    }
  }
  for (const [folder, targets] of edges)
    for (const target of targets) expect(edges.get(target)?.has(folder) ?? false).toBe(false);
});

test('no barrels: no file only hands on what others export', () => {
  const barrels = [...files.values()].filter(
    ({ module: { body } }) =>
      body.length > 0 &&
      body.every(
        (item) =>
          item.type === 'ExportAllDeclaration' || (item.type === 'ExportNamedDeclaration' && item.source),
      ),
  );
  expect(barrels.map(({ path }) => path)).toEqual([]);
});

test('no drawers for odds and ends', () => {
  const drawers = /(^|\/)(utils?|helpers?|common|lib|types|services|misc)(\/|\.tsx?$)/;
  expect(
    [...server, ...islands, ...db].filter((path) => drawers.test(path) && path !== 'server/services.ts'),
  ).toEqual([]);
});

test('the environment is read in one module', () => {
  const readers = [...server, ...islands, ...db].filter((path) => /process\.env\b/.test(textOf(path)));
  // The process entries pass it on.
  expect(readers.filter((path) => !/^server\/(config|process|boot)[/.]/.test(path))).toEqual([]);
});

test("the queue's private tables are named in one file", () => {
  const naming = [...server, ...db].filter((path) => textOf(path).includes('graphile_worker._private_'));
  expect(naming).toEqual(['server/jobs/worker-tables.ts']);
});

/** Members that begin with `_`: a new version of their library may change them without a word. */
const UNDERSCORED: Readonly<Record<string, readonly string[]>> = {
  // Documented: the field of a form, React's and EJS's options, Node's streams; ours: the brand.
  'islands/forms/native-form.tsx': ['_method'],
  'islands/product-detail/index.tsx': ['__html'],
  'server/http/body.ts': ['_method'],
  'server/backup/checksum.ts': ['_transform'],
  'server/http/views.ts': ['_with'],
  'server/contract/money.ts': ['__brand'],
  // Which query an event of knex is about.
  'db/connection.ts': ['__knexQueryUid', '__knex__disposed'],
  // What pg's query fills.
  'db/statement-query.ts': ['_result', '_results', '_types'],
  // How much the kernel still has to send.
  'server/admission/slow-readers.ts': ['_handle'],
  // Lists that are too long are refused before their items are read.
  'server/contract/fields.ts': ['_cast', '_validate'],
  // The font that pdfkit embedded last.
  'server/documents/pdf/typeface.ts': ['_font'],
};

function* underscored(syntax: unknown): Generator<string> {
  if (Array.isArray(syntax)) for (const item of syntax) yield* underscored(item);
  else if (typeof syntax === 'object' && syntax !== null) {
    const { key, property } = syntax as Syntax;
    for (const named of [key, property] as readonly (Syntax | undefined)[])
      if (named?.type === 'Identifier' && String(named.value).startsWith('_')) yield String(named.value);
    yield* underscored(Object.values(syntax));
  }
}

test('members that begin with _ are used in the files of a list alone', () => {
  const used = [...files.values()]
    .filter(({ text }) => /\b_\w/.test(text))
    .map(({ path, module }) => [path, new Set(underscored(module.body))] as const);
  const found = used
    .filter(([, names]) => names.size > 0)
    .map(([path, names]) => [path, [...names].toSorted()]);
  expect(Object.fromEntries(found)).toEqual(UNDERSCORED);
});

const literally = (name: string) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Tables that a file writes: by SQL in the open, or by the builder. */
function writesOf(path: string): string[] {
  const text = textOf(path);
  return Object.keys(OWNERS).filter((table) => {
    const name = literally(table);
    const sql = new RegExp(
      `\\b(insert into|delete from)\\s+${name}\\b|\\bupdate\\s+${name}\\s+(as\\s+\\w+\\s+)?set\\b`,
      'i',
    );
    const builder = new RegExp(
      `\\('${name}'\\)(?:(?!;|\\b(?:db|tx|trx)\\()[\\s\\S]){0,600}?\\.(insert|update|delete|del|increment)\\(`,
    );
    return sql.test(text) || builder.test(text);
  });
}

test('a table is written by its owner alone', () => {
  const wrong = server.flatMap((path) =>
    writesOf(path)
      .filter((table) => !OWNERS[table]?.includes(folderOf(path) ?? ''))
      .map((table) => `${path} writes ${table}`),
  );
  expect(wrong).toEqual([]);
});

/** Where each imported name of a file is from. */
const originsIn = (text: string) =>
  new Map(
    [...text.matchAll(/import (?:type )?\{([^}]*)\} from '([^']+)'/g)].flatMap(([, names = '', from = '']) =>
      names.split(',').map((name) => [name.trim().split(/\s+/).at(-1) ?? '', from] as const),
    ),
  );

/** The functions that decide on the viewers and subjects of a file's routes, when not of a policy. */
function strayPolicies(path: string): string[] {
  const text = textOf(path);
  if (!/\b(route|page)\(/.test(text)) return [];
  const origins = originsIn(text);
  return [...text.matchAll(/\b(?:may|find)(?:: ((?:async )?\([^)]*\) => )?(\w+|\{)|(?=,))/g)]
    .map(([, , name = 'find']) => name)
    .filter((name) => !/(\/policy|\/http\/viewer)$/.test(origins.get(name) ?? ''));
}

test('who may call a route, and what they find, is said in policies', () => {
  const wrong = server.filter(
    (path) => DOMAINS.includes(folderOf(path) ?? '') && strayPolicies(path).length > 0,
  );
  expect(wrong).toEqual([]);
});

/** Errors of others without a code, and a sentence that is shown once. */
const MAY_READ_ERROR_TEXTS = [
  'islands/create-password/index.tsx',
  'server/http/errors.ts',
  'server/imports/parsing/records.ts',
];

test('an error is known by its code, never by its text', () => {
  const reading = [...files.values()].filter((file) => errorTextReadings(file).length > 0);
  expect(reading.map(({ path }) => path).sort()).toEqual(MAY_READ_ERROR_TEXTS);
});

test.each([
  ["error.message === 'Gone'", true],
  ['ABOVE_MSRP !== form.errors.price', true],
  ['/gone/.test(error.message)', true],
  ['/gone/.test(String(error?.message))', true],
  ["(answer.body.error as string).includes('gone')", true],
  ["errors[0]?.startsWith('Gone')", true],
  ['error.message === undefined', false],
  ["error.code === 'gone'", false],
  ['entry.message.id === first', false],
])('%s recognizes an error by its text: %o', (text, isFound) => {
  expect(errorTextReadings(parseSource('a.ts', text)).length > 0).toBe(isFound);
});

test('what these tests read is what the files say', () => {
  expect(isContract('server/offers/cart/cart.ts')).toBe(false);
  expect(writesOf('server/offers/cart/cart.ts')).toContain('offer_products');
  expect(targetsOf('server/offers/acceptance.ts')).toContain('server/orders/order.ts');
});
