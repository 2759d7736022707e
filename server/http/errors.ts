import type { ErrorRequestHandler } from 'express';
import { ValidationError } from 'yup';
import { codeOf, type ErrorCode, type FieldCode } from '../contract/error-codes';
import { InputError } from '../contract/input-error';
import { toJson } from '../contract/json';
import { counted, MoneyError, TOTAL_TOO_LARGE } from '../contract/money';
import { isDiskFull } from './disk-full';

export class HttpError extends Error {
  readonly body: Readonly<Record<string, unknown>>;
  readonly code: ErrorCode;

  /** A body without a `code` gets that of its status. */
  constructor(
    readonly status: number,
    { code = codeOf(status), ...body }: Record<string, unknown> & { code?: ErrorCode },
    readonly headers: Record<string, string> = {},
  ) {
    super(typeof body.error === 'string' ? body.error : toJson(body));
    this.code = code;
    this.body = { ...body, code };
  }
}

export const BadRequest = (error = 'Bad Request', code: ErrorCode = 'bad_request') =>
  new HttpError(400, { error, code });
export const Unauthorized = (error = 'Sign in to continue') => new HttpError(401, { error });
export const Forbidden = (error = 'Forbidden', code: ErrorCode = 'forbidden') =>
  new HttpError(403, { error, code });
export const RoleForbidden = ({ role, name }: { readonly role: string | null; readonly name: string }) =>
  Forbidden(`Your role (${role ?? 'none'}) can't do this. Ask an owner of ${name}.`, 'role_forbidden');
export const NotFound = (error = 'Not Found') => new HttpError(404, { error });
export const MethodNotAllowed = (allow: string) =>
  new HttpError(405, { error: 'Method Not Allowed' }, { Allow: allow });
export const Conflict = (error: string, code: ErrorCode = 'conflict') => new HttpError(409, { error, code });
export const TooLarge = (error = 'The request is too large') => new HttpError(413, { error });
export const UnsupportedMedia = (error = 'Unsupported Media Type') => new HttpError(415, { error });

interface InvalidParts {
  readonly code?: ErrorCode;
  readonly fieldCodes?: Readonly<Record<string, readonly FieldCode[]>>;
}

export const Invalid = (
  errors: string | readonly string[],
  fieldErrors?: Record<string, string[]>,
  { code, fieldCodes }: InvalidParts = {},
) =>
  new HttpError(422, {
    errors: typeof errors === 'string' ? [errors] : errors,
    ...(fieldErrors && { field_errors: fieldErrors }),
    ...(fieldCodes && { field_codes: fieldCodes }),
    ...(code && { code }),
  });
export const Unprocessable = (body: Record<string, unknown>) => new HttpError(422, body);
export const InvalidToken = () =>
  new HttpError(422, { error: 'Invalid authenticity token', code: 'stale_token' });
export const TooMany = (
  seconds: number,
  error = `Too many attempts. Try again in ${seconds < 90 ? counted(seconds, 'second') : `${Math.ceil(seconds / 60)} minutes`}.`,
) => new HttpError(429, { error }, { 'Retry-After': String(seconds) });
export const BadGateway = (error: string) => new HttpError(502, { error });
export const Unavailable = (
  error = 'The service is temporarily unavailable. Try again in a moment.',
  headers: Record<string, string> = {},
) => new HttpError(503, { error }, { 'Retry-After': '2', ...headers });

const MAX_ERRORS = 100;

const innerErrors = (error: ValidationError) =>
  error.inner.length ? error.inner.slice(0, MAX_ERRORS) : [error];

/** Forms name their fields without the root parameter: `upc` for `product.upc`. */
const fieldOf = ({ path }: ValidationError) => (path ?? '').replace(/^[a-z_]+\.(?=[a-z_\d]+$)/, '');

function byField<Found>(error: ValidationError, read: (inner: ValidationError) => readonly Found[]) {
  const fields: Record<string, Found[]> = {};
  for (const inner of innerErrors(error)) {
    const field = fieldOf(inner);
    fields[field] = [...(fields[field] ?? []), ...read(inner)];
  }
  return fields;
}

/** Units, which may pass what JSON's numbers hold, travel as digits. */
const asBound = (bound: unknown) =>
  typeof bound === 'bigint' ? String(bound) : typeof bound === 'number' ? bound : undefined;

function fieldCode({ type = 'invalid', params = {} }: ValidationError): FieldCode {
  const [max, min] = [asBound(params.max), asBound(params.min)];
  const code = type === 'typeError' ? 'type' : type;
  return { code, ...(max !== undefined && { max }), ...(min !== undefined && { min }) };
}

const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  '57014', // query_canceled: past a deadline
  '57P01',
  '57P02',
  '57P03',
  '25006',
  '25P03', // idle_in_transaction_session_timeout
  '53300',
]);
const CHECK_VIOLATION = '23514';
/** What PostgreSQL cannot hold: a NUL in a text, a number past its type. */
const UNHOLDABLE = new Set(['22021', '22P05', '22003']);

interface Raised {
  readonly status?: unknown;
  readonly code?: unknown;
  readonly severity?: unknown;
  readonly name?: unknown;
  readonly message?: unknown;
}

/** PgBouncer ends connections with 08P01 while it has no server; as an ERROR it is a wrong statement of ours. */
const isCutOff = ({ code, severity }: Raised) => severity === 'FATAL' && /^08/.test(String(code));

const isDatabaseUnavailable = (error: Raised) =>
  UNREACHABLE.has(String(error.code)) ||
  isCutOff(error) ||
  error.name === 'KnexTimeoutError' ||
  /Connection (terminated|ended)|connection error and is not queryable|timeout expired|timeout exceeded when trying to connect|not accepting connections/.test(
    String(error.message),
  );

/** A statement that was canceled, and those sent after it in its transaction. */
const CANCELED = new Set(['57014', '25P02']);
const isCanceled = (error: unknown) => CANCELED.has(String((error as { code?: unknown } | null)?.code));

const INTERNAL_ERROR = 'Something went wrong on our side. Try again.';

export function asHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  if (error instanceof ValidationError)
    return Invalid(
      innerErrors(error)
        .flatMap(({ errors }) => errors)
        .slice(0, MAX_ERRORS),
      byField(error, ({ errors }) => errors),
      { fieldCodes: byField(error, (inner) => [fieldCode(inner)]) },
    );
  if (error instanceof InputError) return Invalid(error.message);
  if (error instanceof MoneyError) return Invalid(TOTAL_TOO_LARGE);
  const raised = (error ?? {}) as Raised;
  if (isDatabaseUnavailable(raised) || isDiskFull(raised)) return Unavailable();
  if (raised.code === CHECK_VIOLATION || UNHOLDABLE.has(String(raised.code)))
    return Invalid('A value is out of range. Check your entries and try again.');
  return parserError(raised.status) ?? new HttpError(500, { error: INTERNAL_ERROR });
}

function parserError(status: unknown): HttpError | null {
  if (status === 413) return TooLarge();
  if (status === 415) return UnsupportedMedia();
  const isClients = typeof status === 'number' && status >= 400 && status < 500;
  return isClients ? new HttpError(status, { error: 'Bad Request' }) : null;
}

const withReference = ({ status, body }: HttpError, requestId: unknown) =>
  status === 500 || status === 502
    ? { ...body, error: `${String(body.error)} Support reference: ${String(requestId)}` }
    : body;

export interface ErrorHandlerOptions {
  wantsPage(req: Parameters<ErrorRequestHandler>[1], res: Parameters<ErrorRequestHandler>[2]): boolean;
  sendPage(
    req: Parameters<ErrorRequestHandler>[1],
    res: Parameters<ErrorRequestHandler>[2],
    error: HttpError,
  ): Promise<void>;
  beforeResponse(
    error: HttpError,
    req: Parameters<ErrorRequestHandler>[1],
    res: Parameters<ErrorRequestHandler>[2],
  ): void;
  report(error: unknown, req: Parameters<ErrorRequestHandler>[1]): void;
}

export const errorHandler =
  ({ wantsPage, sendPage, beforeResponse, report }: ErrorHandlerOptions): ErrorRequestHandler =>
  async (error, req, res, _next) => {
    if (res.writableEnded && isCanceled(error)) return;
    const answer = asHttpError(error);
    if (answer.status >= 500) report(error, req);
    if (res.writableEnded) return;
    // Half an answer must not pass for a whole one.
    if (res.headersSent) return void res.destroy();
    res.status(answer.status).set(answer.headers);
    beforeResponse(answer, req, res);
    if (wantsPage(req, res)) {
      try {
        return await sendPage(req, res, answer);
      } catch (failure) {
        report(failure, req);
      }
    }
    res
      .set('Cache-Control', 'private, no-store')
      .type('json')
      .send(toJson(withReference(answer, req.id)));
  };
