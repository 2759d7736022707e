const ESCAPES: Record<string, string> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};

/** JSON as Rails writes it: harmless inside HTML. undefined is null, as in Ruby there is no other nothing. */
export const toJson = (value: unknown): string =>
  (JSON.stringify(value) ?? 'null').replace(/[<>&\u2028\u2029]/g, (character) => ESCAPES[character] ?? '');
