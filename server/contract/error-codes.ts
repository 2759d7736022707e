/** By status, where an error has no code of its own. */
const CODES = {
  400: 'bad_request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  408: 'request_timeout',
  409: 'conflict',
  413: 'too_large',
  415: 'unsupported_media_type',
  422: 'invalid',
  429: 'too_many_requests',
  431: 'headers_too_large',
  500: 'internal_error',
  502: 'bad_gateway',
  503: 'unavailable',
} as const;

/** What an error is, for programs: its sentence is for people and may be reworded. */
export type ErrorCode =
  | (typeof CODES)[keyof typeof CODES]
  | 'idempotency_key_malformed'
  | 'idempotency_key_reused'
  | 'idempotency_in_progress'
  | 'stale_token'
  | 'wrong_password'
  | 'confirm_required'
  | 'second_factor_required'
  | 'second_factor_setup_required'
  | 'second_factor_expired'
  | 'code_wrong'
  | 'codes_blocked'
  | 'link_expired'
  | 'offer_changed'
  | 'product_unavailable'
  | 'quote_needed'
  | 'too_many_unpaid'
  | 'role_forbidden'
  | 'already_member'
  | 'already_invited'
  | 'last_owner'
  | 'transfer_first'
  | 'move_blocked'
  | 'invitation_ended'
  | 'own_request'
  | 'approval_lapsed'
  | 'approval_decided'
  | 'already_shipped'
  | 'cursor_expired'
  | 'unknown_event'
  | 'address_not_public'
  | 'too_many_lines'
  | 'batch_too_large'
  | 'idempotency_key_needed'
  | 'rows_refused'
  | 'absent_changed'
  | 'confirm_count'
  | 'already_undone'
  | 'undo_closed'
  | 'key_invalid'
  | 'capability_missing'
  | 'not_for_keys';

export const codeOf = (status: number): ErrorCode =>
  (CODES as Record<number, ErrorCode>)[status] ?? (status < 500 ? 'bad_request' : 'internal_error');

export interface FieldCode {
  /** `required`, `max`, `min` …: the rule that the value breaks. */
  readonly code: string;
  readonly max?: number | string;
  readonly min?: number | string;
}

export const errorBody = (status: number, error: string) => ({ error, code: codeOf(status) });
