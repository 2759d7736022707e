import { EventEmitter } from 'node:events';
import { logRequest } from '../../server/logging/logger';
import { securityEvent } from '../../server/logging/security-events';

test.each([
  ['POST', '/login', 200, 'sign_in'],
  ['POST', '/login', 303, 'sign_in'],
  ['POST', '/login', 401, 'sign_in_refused'],
  ['POST', '/login', 429, 'rate_limited'],
  ['POST', '/login', 503, undefined],
  ['DELETE', '/logout', 204, 'sign_out'],
  ['GET', '/magic_sign_in', 404, 'link_sign_in_refused'],
  ['PUT', '/password', 200, 'password_change'],
  ['GET', '/admin/system', 403, 'access_denied'],
  ['GET', '/offers', 200, undefined],
  ['GET', undefined, 404, undefined],
])('%s %s with %i is %s', (method, route, status, event) => {
  expect(securityEvent(method, route, status)).toBe(event);
});

test('the line of a refused sign-in has its event', () => {
  const info = vi.fn();
  const req = { id: 'r1', method: 'POST', url: '/login', socket: { bytesWritten: 0 } };
  const res = Object.assign(new EventEmitter(), { statusCode: 401, locals: { route: '/login' } });
  logRequest({ info } as never, req as never, res as never);
  res.emit('close');
  expect(info).toHaveBeenCalledWith(
    expect.objectContaining({ event: 'sign_in_refused', status: 401 }),
    'request',
  );
});
