import { type ConfigProblem, maskSecrets } from './config-error';

export type Environment = Readonly<Record<string, string | undefined>>;

export class EnvironmentReader {
  readonly problems: ConfigProblem[] = [];
  readonly #env: Environment;

  constructor(env: Environment) {
    this.#env = env;
  }

  given(name: string) {
    const value = this.#env[name]?.trim();
    return value ? value : null;
  }

  has(name: string) {
    return this.given(name) !== null;
  }

  missing(name: string, expected: string) {
    if (this.has(name) || this.problems.some((problem) => problem.name === name)) return;
    this.problems.push({ name, value: null, expected });
  }

  wrong(name: string, expected: string) {
    const value = this.given(name);
    this.problems.push({ name, value: value === null ? null : maskSecrets(name, value), expected });
  }

  /** Returns null for an absent value, and for a refused one, which it records. */
  read<Value>(name: string, expected: string, read: (text: string) => Value | null): Value | null {
    const text = this.given(name);
    if (text === null) return null;
    const value = read(text);
    if (value === null) this.wrong(name, expected);
    return value;
  }

  text(name: string, expected = 'text', pattern = /^[^\p{Cc}]{1,500}$/u) {
    return this.read(name, expected, (text) => (pattern.test(text) ? text : null));
  }

  whole(name: string, from: number, to: number) {
    return this.read(name, `a whole number from ${from} to ${to}`, (text) =>
      /^\d{1,9}$/.test(text) && Number(text) >= from && Number(text) <= to ? Number(text) : null,
    );
  }

  choice<Word extends string>(name: string, ...words: readonly Word[]): Word | null {
    return this.read(name, words.join(' or '), (text) => words.find((word) => word === text) ?? null);
  }

  flag(name: string) {
    const word = this.choice(name, 'true', 'false');
    return word === null ? null : word === 'true';
  }

  address(name: string, expected: string, accepts: (url: URL) => boolean) {
    return this.read(name, expected, (text) => {
      const url = parsed(text);
      return url && accepts(url) ? url : null;
    });
  }

  pair(one: string, other: string) {
    if (this.has(one)) this.missing(other, `it goes with ${one}`);
    if (this.has(other)) this.missing(one, `it goes with ${other}`);
    return this.has(one) && this.has(other);
  }
}

function parsed(text: string) {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

export const isWeb = ({ protocol }: URL) => protocol === 'http:' || protocol === 'https:';

export const isOrigin = (url: URL) =>
  isWeb(url) && url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password;

export const isLoopback = ({ hostname }: URL) =>
  hostname === 'localhost' ||
  hostname.endsWith('.localhost') ||
  hostname === '[::1]' ||
  /^127\.\d+\.\d+\.\d+$/.test(hostname);
