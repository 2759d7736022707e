import { redactSecrets, withoutSecrets } from '../../server/logging/logger';

test.each([
  ['/cable?token=abc.def', '/cable?token=[hidden]'],
  ['/current_user.json?user[token]=abc', '/current_user.json?user[token]=[hidden]'],
  ['/current_user.json?user%5Btoken%5D=abc', '/current_user.json?user%5Btoken%5D=[hidden]'],
  ['/current_user.json?%74oken=abc', '/current_user.json?%74oken=[hidden]'],
  ['/magic_sign_in?magic_sauce=abc', '/magic_sign_in?magic_sauce=[hidden]'],
  ['/magic/sign_in/abc', '/magic/sign_in/[hidden]'],
  ['/magic/sign_in/abc?x=1', '/magic/sign_in/[hidden]?x=1'],
  ['/shared_documents/a.b.c?x=1', '/shared_documents/[hidden]?x=1'],
  ['/unsubscribe/42.offers.abc', '/unsubscribe/[hidden]'],
  ['/invitations/abc', '/invitations/[hidden]'],
  ['/invitations/accept', '/invitations/accept'],
  ['/company/invitations/7/resend', '/company/invitations/7/resend'],
  ['/factor_resets/abc/cancel', '/factor_resets/[hidden]/cancel'],
  ['/reset_password?reset_password_token=abc&x=1', '/reset_password?reset_password_token=[hidden]&x=1'],
  ['/sign_out?authenticity_token=abc', '/sign_out?authenticity_token=[hidden]'],
  ['/files/k?signature=abc&expires=1', '/files/k?signature=[hidden]&expires=1'],
  ['/bad?%E0%A4%A=1&token=abc', '/bad?%E0%A4%A=1&token=[hidden]'],
  ['/twice?token=a&token=b', '/twice?token=[hidden]&token=[hidden]'],
  ['/all_products/search?query=a?b&page=2', '/all_products/search?query=a?b&page=2'],
])('%s is logged as %s', (url, shown) => {
  expect(withoutSecrets(url)).toBe(shown);
});

test('what an error says is logged without its secrets', () => {
  expect(redactSecrets('GET /x?token=abc&y=1 failed')).toBe('GET /x?token=[hidden]&y=1 failed');
  expect(redactSecrets('no answer from postgres://shop:hunter2@db:5432/shop')).toBe(
    'no answer from postgres://shop:[hidden]@db:5432/shop',
  );
  expect(redactSecrets('link https://shop.example.com/magic/sign_in/abc is dead')).toBe(
    'link https://shop.example.com/magic/sign_in/[hidden] is dead',
  );
});

test.each(['a', 'token', '://:', '/magic/sign_in/', '/unsubscribe/'])(
  'a long text of %s is searched in no time',
  (part) => {
    const start = process.cpuUsage();
    redactSecrets(part.repeat(1_000_000 / part.length));
    expect(process.cpuUsage(start).user).toBeLessThan(2_000_000);
  },
);
