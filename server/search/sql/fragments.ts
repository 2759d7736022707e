/** A part of a statement, with a question mark for each of its bindings. */
export interface Sql {
  readonly text: string;
  readonly bindings: readonly unknown[];
}

/** What stands for a binding; an array is one binding. */
export const bound = (value: unknown): Sql => ({ text: '?', bindings: [value] });

/** Strings and numbers become part of the text: never a client's. */
export const sql = (texts: TemplateStringsArray, ...values: readonly (Sql | string | number)[]): Sql => {
  const parts = values.map((value) =>
    typeof value === 'object' ? value : { text: `${value}`, bindings: [] },
  );
  return {
    text: texts.map((text, at) => `${text}${parts[at]?.text ?? ''}`).join(''),
    bindings: parts.flatMap(({ bindings }) => bindings),
  };
};

const joined = (parts: readonly Sql[], separator: string): Sql => ({
  text: parts.map(({ text }) => text).join(separator),
  bindings: parts.flatMap(({ bindings }) => bindings),
});

export const allOf = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0
    ? sql`true`
    : joined(
        conditions.map((condition) => sql`(${condition})`),
        ' and ',
      );
