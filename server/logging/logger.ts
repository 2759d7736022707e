import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Logger, pino, stdSerializers } from 'pino';
import type { RequestScope } from '../../db/request-scope';
import { prettyStream } from './pretty';
import { securityEvent } from './security-events';

const SECRET_NAME = /token|magic_sauce|password|secret|signature|hmac|session|authorization|cookie/i;
/** What follows opens an account, an invitation or a document to anyone. */
const TOKEN_PATHS = '/(?:magic/sign_in|invitations|factor_resets|shared_documents|unsubscribe)/';
const TOKEN_IN_PATH = new RegExp(`^(${TOKEN_PATHS})(?!accept$)[^/?]+`);
const TOKEN_IN_TEXT = new RegExp(`(${TOKEN_PATHS})[\\w.~-]+`, 'g');
/** The bound keeps the search linear in texts without spaces. */
const SECRET_IN_TEXT =
  /((?:token|magic_sauce|password|secret|signature|hmac)[\w[\]%.-]{0,100}=)[^&\s"'<>]+/gi;
const PASSWORD_IN_ADDRESS = /(:\/\/[^/@\s:]*:)[^@\s/]+@/g;
const HIDDEN = '[hidden]';
// Begins where a word begins, or texts without an @ would be read once for each character.
const EMAIL = /(?<![^\s<>"'@])[^\s<>"'@]+@[^\s<>"'@]+/g;

export const hideEmails = (text: string) => text.replace(EMAIL, '[email]');

function decoded(name: string) {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Removes tokens from an address: reading logs must not allow signing in, or reading what was mailed. */
export function withoutSecrets(url: string) {
  const [path = '', query] = url.split(/\?(.*)/s);
  const shown = path.replace(TOKEN_IN_PATH, `$1${HIDDEN}`);
  if (query === undefined) return shown;
  const pairs = query.split('&').map((pair) => {
    const [name = ''] = pair.split('=', 1);
    return SECRET_NAME.test(decoded(name)) ? `${name}=${HIDDEN}` : pair;
  });
  return `${shown}?${pairs.join('&')}`;
}

export const redactSecrets = (text: string) =>
  text
    .replace(SECRET_IN_TEXT, `$1${HIDDEN}`)
    .replace(TOKEN_IN_TEXT, `$1${HIDDEN}`)
    .replace(PASSWORD_IN_ADDRESS, `$1${HIDDEN}@`);

/** A copy for a person to read, without what could sign in or verify a signature. */
export function hideSecrets(value: unknown): unknown {
  if (typeof value === 'string') return redactSecrets(value);
  if (Array.isArray(value)) return value.map(hideSecrets);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      SECRET_NAME.test(name) ? HIDDEN : hideSecrets(inner),
    ]),
  );
}

/** Keeps name, message, code and stack; drivers attach whole rows and requests to errors. */
function error(raised: unknown) {
  if (!(raised instanceof Error)) return raised;
  const { type, message, stack } = stdSerializers.err(raised);
  const { code, constraint } = raised as { code?: unknown; constraint?: unknown };
  return { type, message: redactSecrets(message), code, constraint, stack: stack && redactSecrets(stack) };
}

const HIDDEN_FIELDS = [
  'password',
  'confirm_password',
  'current_password',
  'token',
  'authorization',
  'cookie',
  'authenticity_token',
];

/** PIPE_BUF: one write of this size is atomic between processes on a pipe. */
const MAX_BYTES = 4_096;
const FLUSH_MS = 100;

/** Batches lines: one write per line would cost as much as the rest of the logging. */
const batchedOutput = () =>
  pino.destination({
    dest: 1,
    sync: false,
    minLength: MAX_BYTES / 2,
    maxWrite: MAX_BYTES,
    periodicFlush: FLUSH_MS,
  });

/** `terminal` prints words instead of JSON lines. `process` tells web from worker. */
export function createLogger(process: string, { terminal = false } = {}): Logger {
  const options = {
    base: { process },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: error },
    redact: { paths: HIDDEN_FIELDS.flatMap((field) => [field, `*.${field}`]), censor: HIDDEN },
  };
  return pino(options, terminal ? prettyStream() : batchedOutput());
}

type LoggedRequest = IncomingMessage & {
  readonly id?: unknown;
  readonly viewer?: { readonly id: number } | null;
};
type LoggedResponse = ServerResponse & { readonly locals?: { readonly route?: string } };

const SLOW_MS = 1_000;

/** Statements whose times overlap are counted one by one, so their sum may be more than the request's time. */
const costs = ({ load, statements }: RequestScope) => ({
  class: load,
  dbMs: Math.round(statements.ms),
  dbQueries: statements.count,
});

/** One line when the response is closed. `bytes` counts what its connection wrote meanwhile. */
export function logRequest(log: Logger, req: LoggedRequest, res: LoggedResponse, scope?: RequestScope) {
  const start = performance.now();
  const { method, url = '', socket } = req;
  const writtenBefore = socket.bytesWritten;
  res.once('close', () => {
    const ms = Math.round(performance.now() - start);
    const route = res.locals?.route;
    const event = securityEvent(method, route, res.statusCode);
    const line = {
      requestId: req.id,
      method,
      path: withoutSecrets(url),
      status: res.statusCode,
      route,
      ...(event && { event }),
      userId: req.viewer?.id,
      bytes: socket.bytesWritten - writtenBefore,
      ms,
      ...(scope && costs(scope)),
      ...(ms > SLOW_MS && { slow: true }),
      ...(!res.writableFinished && { aborted: true }),
    };
    if (res.statusCode >= 500) log.error(line, 'request');
    else if (ms > SLOW_MS) log.warn(line, 'request');
    else log.info(line, 'request');
  });
}
