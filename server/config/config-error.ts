export interface ConfigProblem {
  readonly name: string;
  readonly value: string | null;
  readonly expected: string;
}

export class ConfigError extends Error {
  constructor(readonly problems: readonly ConfigProblem[]) {
    const lines = problems.map(({ name, value, expected }) =>
      value === null
        ? `  ${name} is missing: ${expected}`
        : `  ${name} is ${JSON.stringify(value)}: expected ${expected}`,
    );
    super(`The settings are not right:\n${lines.join('\n')}`);
    this.name = 'ConfigError';
  }
}

export class StartRefused extends Error {
  override name = 'StartRefused';
}

const isSecret = (name: string) => /SECRET|KEY|PASSWORD|TOKEN/.test(name);

export const maskSecrets = (name: string, value: string) =>
  isSecret(name) ? '[hidden]' : value.replace(/(:\/\/[^/@\s]*?:)[^\s]*@/, '$1[hidden]@').slice(0, 200);
