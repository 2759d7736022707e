import { ValidationError } from 'yup';
import type { ListSearch, ShownSearch } from './contract';
import type { ReadSearch } from './query';

export function addressOf({ q, from, to, status = [], sort }: ListSearch): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ q, from, to, sort })) if (value) query.set(name, value);
  for (const one of status) query.append('status[]', one);
  return query.toString();
}

export interface PageSearch {
  /** null where nothing is looked for, or what is asked is not valid. */
  readonly search: ListSearch | null;
  readonly shown: Omit<ShownSearch, 'total'> | null;
}

const TYPED = ['q', 'from', 'to'] as const;
const MAX_SHOWN_AGAIN = 200;

const typedIn = (query: Readonly<Record<string, unknown>>): ListSearch =>
  Object.fromEntries(
    TYPED.flatMap((name) => {
      const value = query[name];
      return typeof value === 'string' ? [[name, value.slice(0, MAX_SHOWN_AGAIN)]] : [];
    }),
  );

/** What a page's address asks. What is not valid is shown again with the reason. */
export async function pageSearch(
  query: Readonly<Record<string, unknown>>,
  read: ReadSearch,
): Promise<PageSearch> {
  try {
    const search = await read(query);
    return { search, shown: search && { given: search, address: addressOf(search), error: null } };
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const given = typedIn(query);
    return { search: null, shown: { given, address: addressOf(given), error: error.errors[0] ?? '' } };
  }
}
