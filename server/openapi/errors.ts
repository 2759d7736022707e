import type { ErrorCode } from '../contract/error-codes';
import type { JsonSchema } from './json-schema';

/** The usual status of each code, and what it tells a program. */
export const ERROR_CODES: Readonly<Record<ErrorCode, readonly [status: number, meaning: string]>> = {
  bad_request: [400, 'The request can’t be read, or its root parameter is missing.'],
  idempotency_key_malformed: [400, 'An Idempotency-Key has 1 to 255 visible ASCII characters.'],
  unauthorized: [401, 'No valid key or sign-in came with the request.'],
  key_invalid: [401, 'The key is unknown, expired or revoked.'],
  wrong_password: [401, 'Email or password is wrong.'],
  second_factor_required: [401, 'The account has a second factor. Send its code to continue.'],
  second_factor_expired: [401, 'The sign-in took too long. Start again.'],
  code_wrong: [401, 'The code of the second factor is wrong.'],
  forbidden: [403, 'The call is not for this kind of account.'],
  role_forbidden: [403, 'The member’s role lacks the capability.'],
  capability_missing: [403, 'The key lacks the capability, which the text names.'],
  not_for_keys: [403, 'The call isn’t available to API keys.'],
  confirm_required: [403, 'A dangerous call, which needs a fresh proof of identity.'],
  second_factor_setup_required: [403, 'Set up two-step verification first.'],
  own_request: [403, 'Someone else has to approve your request.'],
  not_found: [404, 'It doesn’t exist, or isn’t yours to know of.'],
  method_not_allowed: [405, 'The address has other methods, which Allow names.'],
  request_timeout: [408, 'The request took too long to arrive.'],
  idempotency_in_progress: [409, 'The first request with this key still runs. Repeat it after Retry-After.'],
  conflict: [409, 'The present state doesn’t allow it. Read it again.'],
  offer_changed: [409, 'The version that you sent is older than the stored one. Read the offer again.'],
  product_unavailable: [409, 'The product can’t be ordered now.'],
  quote_needed: [409, 'The seller has to quote the freight first.'],
  too_many_unpaid: [409, 'The buyer has too many unpaid orders.'],
  already_member: [409, 'The person is a member of the company.'],
  already_invited: [409, 'The address has an open invitation.'],
  last_owner: [409, 'A company needs at least one owner.'],
  transfer_first: [409, 'The primary owner transfers ownership first.'],
  move_blocked: [409, 'The account can’t move; blockers says why.'],
  approval_lapsed: [409, 'The offer changed since the approval was requested.'],
  approval_decided: [409, 'The request was already decided.'],
  already_shipped: [409, 'Part of the order has shipped, so this can’t change.'],
  rows_refused: [409, 'Rows of the file can’t be imported, so what it lacks can’t be told.'],
  absent_changed: [409, 'Another number of products is missing from the file.'],
  already_undone: [409, 'The change was already undone.'],
  undo_closed: [409, 'The import can’t be undone: it replaced nothing, still runs, or ended 24 hours ago.'],
  confirm_count: [422, 'So many products need their number in `confirm`.'],
  cursor_expired: [410, 'The cursor of the feed can’t be read, or is older than the events that are kept.'],
  too_large: [413, 'The body is larger than the call takes.'],
  unsupported_media_type: [415, 'Send JSON.'],
  invalid: [422, 'A value breaks a rule. field_errors and field_codes say which.'],
  idempotency_key_reused: [422, 'The Idempotency-Key was used with another request.'],
  unknown_event: [422, 'There is no event type of that name.'],
  address_not_public: [422, 'The address of a webhook can’t be reached from the internet.'],
  batch_too_large: [422, 'The batch has more products than a call takes.'],
  idempotency_key_needed: [422, 'The call needs an Idempotency-Key, since a repeat would change more.'],
  too_many_lines: [422, 'The want list has more lines than a list may have.'],
  stale_token: [422, 'For browsers alone: the CSRF token is missing or old.'],
  link_expired: [422, 'The link has expired or was used.'],
  invitation_ended: [422, 'The invitation has expired or was withdrawn.'],
  too_many_requests: [429, 'Too many calls. Wait as long as Retry-After says.'],
  codes_blocked: [429, 'Too many wrong codes. Wait as long as Retry-After says.'],
  headers_too_large: [431, 'The headers are larger than we read.'],
  internal_error: [500, 'Something went wrong on our side.'],
  bad_gateway: [502, 'Another service that the call needs failed.'],
  unavailable: [503, 'Busy, or a part is down. Try again after Retry-After.'],
};

const NAMES: Readonly<Record<number, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  422: 'Invalid',
  429: 'TooManyRequests',
};

const DESCRIPTIONS: Readonly<Record<number, string>> = {
  400: 'The request can’t be read.',
  401: 'No valid key.',
  403: 'The key or role lacks the capability.',
  404: 'It doesn’t exist, or isn’t yours to know of.',
  409: 'A conflict with the present state.',
  422: 'A value breaks a rule.',
  429: 'Too many calls.',
};

const strings: JsonSchema = { type: 'array', items: { type: 'string' } };

/** Some refusals add keys of their own. */
export const errorSchema: JsonSchema = {
  type: 'object',
  properties: {
    code: {
      type: 'string',
      description: 'For programs. There may be more one day: judge an unknown one by the status.',
    },
    error: { type: 'string', description: 'For people. May be reworded.' },
    errors: { ...strings, description: 'In place of `error` where there can be several.' },
    field_errors: { type: 'object', additionalProperties: strings },
    field_codes: {
      type: 'object',
      additionalProperties: { type: 'array', items: { type: 'object' } },
    },
  },
  required: ['code'],
};

const codesOf = (status: number) =>
  Object.entries(ERROR_CODES).flatMap(([code, [usual]]) => (usual === status ? [code] : []));

const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };

export const errorResponses = {
  ...Object.fromEntries(
    Object.entries(NAMES).map(([status, name]) => [
      name,
      {
        description: `${DESCRIPTIONS[Number(status)]} Codes: ${codesOf(Number(status)).join(', ')}.`,
        content,
      },
    ]),
  ),
  Error: { description: 'Any other error.', content },
};

export const errorResponse = (status: number | 'default') => ({
  $ref: `#/components/responses/${status === 'default' ? 'Error' : NAMES[status]}`,
});
