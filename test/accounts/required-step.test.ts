import type { UserStatus } from '../../server/accounts/contract';
import type { Person } from '../../server/accounts/policy';
import { Factory } from '../support/factories';
import { useTestApp } from '../support/test-app';

/** The response to each kind of person in each status (docs/rules.md#people). */
const TABLE = `
                                  /                    /sign_in  /all_products            /dashboard               /cart                    /seller_inquiry/submitted  /sign_up/create_password   /buyers_create_password  /seller_inquiry/create_profile
anonymous                         200                  200       200                      in                       in                       in                         in                         in                       in
buyer   provisional               submitted            submitted submitted                submitted                submitted                200                        submitted                  submitted                submitted
buyer   denied                    submitted            submitted submitted                submitted                submitted                200                        submitted                  submitted                submitted
buyer   approved                  buyers_password      buyers_password buyers_password          buyers_password          buyers_password          /                          200                        200                buyers_password
buyer   password_created          /all_products        /         200                      404                      200                      /                          /                          /                        404
buyer   onboarded                 /all_products        /         200                      404                      200                      /                          /                          /                        404
seller  provisional               submitted            submitted submitted                submitted                submitted                200                        submitted                  submitted                submitted
seller  denied                    submitted            submitted submitted                submitted                submitted                200                        submitted                  submitted                submitted
seller  approved                  password             password  password                 password                 password                 /                          200                        200                      password
seller  password_created          /dashboard           /         404                      200                      404                      /                          /                          /                        /dashboard/manage_profile
seller  undescribed               create_profile       create_profile create_profile           create_profile           create_profile           /                          /                          /                   200
staff   onboarded                 /admin/insights      /         200                      /admin/insights          404                      /                          /                          /                        404
`;

const SHORT: Record<string, string> = {
  submitted: '/seller_inquiry/submitted',
  password: '/sign_up/create_password',
  buyers_password: '/buyers_create_password',
  create_profile: '/seller_inquiry/create_profile',
};

const [head = '', ...lines] = TABLE.trim().split('\n');
const paths = head.trim().split(/\s+/);
const rows = lines.map((line) => {
  const words = line.trim().split(/\s+/);
  const who = words.slice(0, words.length - paths.length);
  return { kind: who[0] ?? '', status: who[1] ?? '', cells: words.slice(who.length) };
});

const factory = new Factory(useTestApp());

function person(kind: string, status: string): Promise<Person> | null {
  if (kind === 'anonymous') return null;
  if (kind === 'staff') return factory.staff();
  if (status === 'undescribed') return factory.aSeller({ status: 'password_created', description: '' });
  const columns = { status: status as UserStatus };
  return kind === 'buyer' ? factory.aBuyer(columns) : factory.aSeller(columns);
}

test.each(rows)('$kind $status', async ({ kind, status, cells }) => {
  const client = await factory.as(await person(kind, status));
  const landed: Record<string, string> = {};
  for (const path of paths) {
    const answer = await client.request('GET', path, { headers: { Accept: 'text/html' } });
    const location = answer.headers.get('Location');
    landed[path] = location?.startsWith('/sign_in') ? 'in' : (location ?? String(answer.status));
  }
  expect(landed).toEqual(
    Object.fromEntries(paths.map((path, index) => [path, SHORT[cells[index] ?? ''] ?? cells[index]])),
  );
});
