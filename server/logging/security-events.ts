const ACTS: Readonly<Record<string, string>> = {
  'POST /login': 'sign_in',
  'DELETE /logout': 'sign_out',
  'GET /magic_sign_in': 'link_sign_in',
  'POST /password': 'password_reset_request',
  'PUT /password': 'password_change',
};

const REFUSALS: Readonly<Record<number, string>> = { 403: 'access_denied', 429: 'rate_limited' };

/** What a request means to who watches for attacks, or undefined. `route` is a pattern. */
export function securityEvent(
  method: string | undefined,
  route: string | undefined,
  status: number,
): string | undefined {
  const act = ACTS[`${method} ${route}`];
  if (!act || status === 429 || status >= 500) return REFUSALS[status];
  return status < 400 ? act : `${act}_refused`;
}
