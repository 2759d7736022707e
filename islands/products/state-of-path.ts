/** The query and `/filter/…` parts of an address, for server and browser. */
export function stateOfPath(path: string): {
  query: Record<string, string | string[]>;
  filter: string | undefined;
} {
  const url = new URL(path, 'http://here');
  const [, filter] = /\/filter\/([^/]+)/.exec(url.pathname) ?? [];
  return {
    query: Object.fromEntries(
      [...new Set(url.searchParams.keys())].map((name) => {
        const [value = '', ...more] = url.searchParams.getAll(name);
        return [name, more.length > 0 ? [value, ...more] : value];
      }),
    ),
    filter: filter === undefined ? undefined : decodeURIComponent(filter),
  };
}
