import { hideEmails, redactSecrets } from '../logging/logger';

const SQLSTATE = /^[0-9A-Z]{5}$/;
const MAX_MESSAGE = 300;
const MAX_NAME = 60;
const LONG_NUMBER = /\d{7,}/g;
/** Random bits as text: sign-in links, bearer tokens, keys of sessions. */
const LONG_WORD = /[\w-]{20,}(?:\.[\w-]+)*/g;
const withoutToken = (word: string) => (/\d/.test(word) && /[a-z]/i.test(word) ? '[token]' : word);

const WORD = /[^\s"'<>]+/g;

/** Queries may hold what a person typed. */
function withoutQuery(word: string): string {
  const address = word.search(/https?:\/\//);
  const end = address < 0 ? -1 : word.slice(address).search(/[?#]/);
  return end < 0 ? word : word.slice(0, address + end);
}

interface Raised {
  readonly name?: unknown;
  readonly message?: unknown;
  readonly stack?: unknown;
  readonly code?: unknown;
  readonly severity?: unknown;
}

const text = (value: unknown) => (typeof value === 'string' ? value : '');

/** Without secrets, queries, email addresses and numbers as long as those of phones and cards. */
export const scrubText = (message: string) =>
  hideEmails(
    redactSecrets(message.slice(0, 10_000)).replace(WORD, withoutQuery).replace(LONG_WORD, withoutToken),
  )
    .replace(LONG_NUMBER, '[number]')
    .slice(0, MAX_MESSAGE);

const isDatabaseError = ({ code, severity }: Raised) =>
  severity !== undefined || (SQLSTATE.test(text(code)) && /\d/.test(text(code)));

function safeMessage(raised: Raised) {
  // Drivers put whole statements and their values into messages.
  if (isDatabaseError(raised)) return `PostgreSQL error ${text(raised.code)}`;
  const message = text(raised.message);
  // Parsers quote what they could not read.
  return scrubText(raised.name === 'SyntaxError' ? message.replace(/["'`].*/s, '…') : message);
}

/** The frames alone: the message above them may have lines that look like frames. */
function framesOf({ stack, message }: Raised) {
  const [whole, shown] = [text(stack), text(message)];
  const start = shown ? whole.indexOf(shown) : 0;
  if (start < 0) return [];
  return whole
    .slice(start + shown.length)
    .split('\n')
    .filter((line) => /^ {4}at .*:\d+:\d+\)?$/.test(line) && !line.includes('@'));
}

/** A copy of an error without what belongs to people: no values, no causes, no further fields. */
export function toSafeError(raised: unknown): Error {
  const given = (typeof raised === 'object' && raised !== null ? raised : {}) as Raised;
  const error = new Error(safeMessage(given) || 'An error without a message');
  error.name = (/^\w+$/.exec(text(given.name))?.[0] ?? 'Error').slice(0, MAX_NAME);
  error.stack = [`${error.name}: ${error.message}`, ...framesOf(given)].join('\n');
  return error;
}
