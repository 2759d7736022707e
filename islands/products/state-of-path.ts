/** The query and `/filter/…` parts of an address, for server and browser. */
export function stateOfPath(path: string): { query: Record<string, string>; filter: string | undefined } {
  const url = new URL(path, 'http://here');
  const [, filter] = /\/filter\/([^/]+)/.exec(url.pathname) ?? [];
  return {
    query: Object.fromEntries(url.searchParams),
    filter: filter === undefined ? undefined : decodeURIComponent(filter),
  };
}
