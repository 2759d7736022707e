import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { isSchema, type Schema, ValidationError } from 'yup';
import { escapeFormula, unescapeFormula } from '../../server/contract/csv';
import { fromJson } from '../../server/contract/json';
import { MAX_FORM_BYTES } from '../../server/contract/limits';
import { parseDollars, parseUnits } from '../../server/contract/money';
import { ownPath } from '../../server/contract/own-path';
import { stripInvisible } from '../../server/contract/strip-invisible';
import { scrubText } from '../../server/errors/safe-error';
import { asHttpError } from '../../server/http/errors';
import { requireSmall } from '../../server/http/json-bounds';
import { nestQuery } from '../../server/http/nested-params';
import { redactSecrets, withoutSecrets } from '../../server/logging/logger';
import { shorten, toPlainText } from '../../server/mail/compose';
import { maskContacts } from '../../server/messages/masking';
import { MAX_MESSAGE, mayHoldContacts } from '../../server/messages/rules';
import { bulkBody } from '../../server/products/manage/schema';
import { shopDomain } from '../../server/shopify/shop';
import { readSources, walk } from '../measure/source';
import { Client } from '../support/client';
import { projectRoot } from '../support/roots';
import { useTestApp } from '../support/test-app';
import { leastProcessorTime, piecesOf, worstTexts } from '../support/worst-texts';

const app = useTestApp({ rateLimits: false });

const MAX_MS = 50;

interface Shaped {
  fields?: Record<string, Shaped>;
  innerType?: Shaped | null;
}

async function exportedSchemas(): Promise<(readonly [string, Schema])[]> {
  const server = resolve(projectRoot, 'server');
  const files = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(^|[/-])(schema|contract)\.ts$/.test(file),
  );
  const modules = await Promise.all(files.map((file): Promise<object> => import(resolve(server, file))));
  return modules.flatMap((module, index) =>
    Object.entries(module).flatMap(([name, schema]) =>
      isSchema(schema) ? [[`${files[index]} ${name}`, schema as Schema] as const] : [],
    ),
  );
}

/** Also those that a page of routes keeps to itself. */
const routeSchemas = (): (readonly [string, Schema])[] =>
  app.routes.flatMap((route) =>
    route.kind === 'page'
      ? []
      : [route.body, route.query].flatMap((schema) =>
          isSchema(schema) ? [[`${route.method} ${route.path}`, schema as Schema] as const] : [],
        ),
  );

async function allSchemas() {
  const unique = new Map<Schema, string>();
  for (const [name, schema] of [...(await exportedSchemas()), ...routeSchemas()]) unique.set(schema, name);
  return [...unique].map(([schema, name]) => [name, schema] as const);
}

function leaves({ fields, innerType }: Shaped): number {
  if (fields) return Object.values(fields).reduce((sum, field) => sum + leaves(field), 0);
  return innerType ? leaves(innerType) : 1;
}

/** A value of the schema's shape: `leaf` everywhere, `count` items in each list. */
function filled({ fields, innerType }: Shaped, leaf: unknown, count = 1): unknown {
  if (fields)
    return Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [name, filled(field, leaf, count)]),
    );
  return innerType ? Array.from({ length: count }, () => filled(innerType, leaf)) : leaf;
}

/** The same with `item` in place of each item of each list. */
function listsOf({ fields, innerType }: Shaped, item: unknown, count: number): unknown {
  if (fields)
    return Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [name, listsOf(field, item, count)]),
    );
  return innerType ? Array.from({ length: count }, () => item) : undefined;
}

const hasList = ({ fields, innerType }: Shaped): boolean =>
  Boolean(innerType) || Object.values(fields ?? {}).some(hasList);

/** As a call does. */
function validate(schema: Schema, value: unknown): ValidationError | null {
  try {
    schema.validateSync(value, { abortEarly: false, stripUnknown: true, disableStackTrace: true });
    return null;
  } catch (error) {
    if (error instanceof ValidationError) return error;
    throw error;
  }
}

test('no schema takes long over a text, however long it is', async () => {
  const schemas = await allSchemas();
  expect(schemas.length).toBeGreaterThan(100);
  const slow = schemas.flatMap(([name, schema]) => {
    const texts = worstTexts(Math.floor(MAX_FORM_BYTES / leaves(schema as Shaped)));
    const found = texts.find((text) => {
      const value = filled(schema as Shaped, text);
      return leastProcessorTime(() => validate(schema, value), MAX_MS) > MAX_MS;
    });
    return found === undefined ? [] : [`${name}: ${found.slice(0, 10)}`];
  });
  expect(slow).toEqual([]);
});

const ITEMS = [null, {}, [], '', 'x', 0, { id: null }];

test('no schema takes long over the longest list that a body may hold, and none fails', async () => {
  const slow = (await allSchemas()).flatMap(([name, schema]) =>
    ITEMS.filter((item) => {
      const value = listsOf(schema as Shaped, item, 9_999);
      return leastProcessorTime(() => asHttpError(validate(schema, value)), MAX_MS) > MAX_MS;
    }).map((item) => `${name}: ${JSON.stringify(item)}`),
  );
  expect(slow).toEqual([]);
});

test('what is no item of a list is refused like any other wrong value', async () => {
  const withLists = (await allSchemas()).filter(([, schema]) => hasList(schema as Shaped));
  expect(withLists.length).toBeGreaterThan(15);
  const failed = withLists.flatMap(([name, schema]) =>
    [...ITEMS, true, undefined, [null], { id: {} }].flatMap((item) => {
      try {
        validate(schema, listsOf(schema as Shaped, item, 2));
        return [];
      } catch (error) {
        return [`${name}: ${JSON.stringify(item)}: ${String(error)}`];
      }
    }),
  );
  expect(failed).toEqual([]);
});

test('a list that is too long is refused by its length, not by its items', async () => {
  const wrong = (await allSchemas())
    .filter(([, schema]) => hasList(schema as Shaped))
    .flatMap(([name, schema]) => {
      const error = validate(schema, listsOf(schema as Shaped, {}, 10_001));
      const ofItems = error?.inner.filter(({ path }) => path?.endsWith(']') || /\]\.\w+$/.test(path ?? ''));
      return ofItems?.length === 0 ? [] : [name];
    });
  expect(wrong).toEqual([]);
});

describe('no pattern of the server takes longer than in proportion to its text', () => {
  /** Settings of the operator; our own pages, whose texts are escaped. */
  const OWN_TEXTS = new Set(['server/config/config-error.ts', 'server/http/forms/fill-form.ts']);
  /** Read on a thread whose time is limited. */
  const LIMITED = /^server\/imports\/parsing\//;
  const LENGTHS = [1_000, 5_000, 20_000];
  const patterns = readSources(projectRoot, ['server', 'islands'])
    .filter(({ path }) => !OWN_TEXTS.has(path) && !LIMITED.test(path))
    .flatMap(({ path, module, lineAt }) => {
      const found: [place: string, pattern: RegExp][] = [];
      walk(module, (syntax) => {
        if (syntax.type !== 'RegExpLiteral') return;
        const place = `${path}:${lineAt((syntax.span as { start: number }).start)}`;
        found.push([place, new RegExp(String(syntax.pattern), String(syntax.flags))]);
      });
      return found;
    });

  test.each(['server', 'islands'])('none of %s', (folder) => {
    const ofFolder = patterns.filter(([place]) => place.startsWith(folder));
    expect(ofFolder.length).toBeGreaterThan(30);
    const slow = ofFolder.flatMap(([place, pattern]) => {
      const pieces = piecesOf(pattern.source);
      // From short to long, so that a slow pattern is found before it takes minutes.
      const tooSlow = LENGTHS.flatMap((length) => [
        ...worstTexts(length),
        ...worstTexts(length, pieces),
      ]).find((text) => leastProcessorTime(() => text.replace(pattern, ''), MAX_MS) > MAX_MS);
      return tooSlow === undefined
        ? []
        : [`${place} ${pattern} (${tooSlow.length} × ${tooSlow.slice(0, 20)})`];
    });
    expect(slow).toEqual([]);
  });
});

const orThrows = (work: () => unknown) => {
  try {
    work();
  } catch {
    // Refusing is an answer, too.
  }
};

/** The finder of phone numbers takes up to 150 ms; a person sends at most 30 messages in 10 minutes. */
const MAX_MS_OF_MASKING = 250;

test.each<[string, number, (text: string) => unknown, number?]>([
  [
    'maskContacts',
    MAX_MESSAGE,
    (text) => maskContacts(text, { codes: ['012345678905'], host: 'a.example' }),
    MAX_MS_OF_MASKING,
  ],
  ['mayHoldContacts', MAX_MESSAGE, (text) => mayHoldContacts(text, 'a.example')],
  ['scrubText', MAX_FORM_BYTES, scrubText],
  ['redactSecrets', MAX_FORM_BYTES, redactSecrets],
  ['withoutSecrets', 16_384, withoutSecrets],
  ['toPlainText', MAX_FORM_BYTES, toPlainText],
  ['shorten', MAX_FORM_BYTES, (text) => shorten(text, 60)],
  ['shopDomain', MAX_FORM_BYTES, shopDomain],
  ['parseDollars', MAX_FORM_BYTES, parseDollars],
  ['parseUnits', MAX_FORM_BYTES, parseUnits],
  ['stripInvisible', MAX_FORM_BYTES, stripInvisible],
  ['escapeFormula', MAX_FORM_BYTES, escapeFormula],
  ['unescapeFormula', MAX_FORM_BYTES, unescapeFormula],
  ['ownPath', MAX_FORM_BYTES, ownPath],
  ['nestQuery', MAX_FORM_BYTES, nestQuery],
  ['fromJson', MAX_FORM_BYTES, fromJson],
])('%s takes no longer than its text allows', (_name, length, read, most = MAX_MS) => {
  const slow = worstTexts(length).filter(
    (text) => leastProcessorTime(() => orThrows(() => read(text)), most) > most,
  );
  expect(slow.map((text) => text.slice(0, 20))).toEqual([]);
});

describe('a request', () => {
  const post = async (path: string, body: string) => {
    const client = new Client(app.origin);
    const answer = await client.send('POST', path, {
      body,
      headers: {
        Accept: 'application/json',
        'Content-Type': 'application/json',
        'X-CSRF-Token': await client.csrf(),
      },
    });
    return { status: answer.status, text: answer.text };
  };

  test('is refused before it becomes more values than any schema takes', async () => {
    const full = (item: string, count: number) => `[${Array(count).fill(item).join()}]`;
    const answer = await post('/marketplace/products/search', `{"search":{"tags":${full('{}', 87_000)}}}`);
    expect(answer).toEqual({
      status: 400,
      text: '{"error":"The request body has too many items","code":"bad_request"}',
    });
    expect(() => requireSmall(full('1', 10_000))).not.toThrow();
    expect(() => requireSmall(full('1', 10_001))).toThrow('too many items');
    expect(() => requireSmall(full(full('1', 6_000), 9))).toThrow('too many items');
    expect(() => requireSmall(JSON.stringify({ text: ',[{"\\'.repeat(20_000) }))).not.toThrow();
  });

  test('names the length of a list that is too long, and at most 100 errors of its items', async () => {
    const tooLong = await post(
      '/marketplace/products/search',
      JSON.stringify({ search: { tags: Array(9_000).fill({}) } }),
    );
    expect([tooLong.status, JSON.parse(tooLong.text).errors]).toEqual([422, ['Maximum 50 in tags']]);
    const lines = { ids: Array(1_000).fill({}), change: {} };
    const refused = asHttpError(validate(bulkBody as unknown as Schema, lines)).body as { errors: string[] };
    expect(refused.errors).toHaveLength(100);
  });

  test('with a number of many digits is answered at once', async () => {
    const answer = await post('/marketplace/products/search', `{"page":"${'1'.repeat(60_000)}x"}`);
    expect([answer.status, JSON.parse(answer.text).errors]).toEqual([422, ['Send a number as page']]);
  });
});
