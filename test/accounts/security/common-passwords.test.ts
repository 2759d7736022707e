import { COMMON_PASSWORDS } from '../../../server/accounts/passwords/common-password-list';
import { isCommonPassword } from '../../../server/accounts/passwords/common-passwords';

const listed = COMMON_PASSWORDS.trim().split(/\s+/);

test('the list has 10,000 passwords of 8 characters or more, each once and in lower case', () => {
  expect([listed.length, new Set(listed).size]).toEqual([10_000, 10_000]);
  expect(listed.filter((password) => password.length < 8 || password !== password.toLowerCase())).toEqual([]);
});

test.each([
  'password',
  'PASSWORD',
  'Trustno1',
  '1qaz2wsx',
  '00000000',
  '123123123',
  'Lotwise123',
  'summer2025',
])('%s is common', (password) => expect(isCommonPassword(password)).toBe(true));

test.each(['a-password-of-the-tests', 'demo-password', 'correct horse battery staple', ''])(
  '%s is not',
  (password) => expect(isCommonPassword(password)).toBe(false),
);
