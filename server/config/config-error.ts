/** One setting that is not as it must be. */
export interface ConfigProblem {
  readonly name: string;
  /** As it was given, without what is secret in it; null where it is missing. */
  readonly value: string | null;
  readonly expected: string;
}

/** Everything that is wrong with the environment, named at once. */
export class ConfigError extends Error {
  constructor(readonly faults: readonly ConfigProblem[]) {
    const lines = faults.map(({ name, value, expected }) =>
      value === null
        ? `  ${name} is missing: ${expected}`
        : `  ${name} is ${JSON.stringify(value)}: expected ${expected}`,
    );
    super(`The settings are not right:\n${lines.join('\n')}`);
    this.name = 'ConfigError';
  }
}

const isSecret = (name: string) => /SECRET|KEY|PASSWORD|TOKEN/.test(name);

/** What may be shown of a value: nothing of secrets, no password in an address. */
export const shown = (name: string, value: string) =>
  isSecret(name) ? '[hidden]' : value.replace(/(:\/\/[^/@\s]*?:)[^\s]*@/, '$1[hidden]@').slice(0, 200);
