import type { Tx } from '../transaction';
import { BRANDS } from './brands';
import { daysBefore } from './days';
import {
  APPLICANTS,
  BUYERS,
  type BuyerPerson,
  type Person,
  SELLER_APPLICANTS,
  SELLERS,
  type SellerPerson,
  STAFF,
} from './people';
import type { Party } from './trade/deal';
import { insertAll } from './write';

/** Writes all users with their buyers and sellers, and sellers without users. Returns the trading parties. */
export async function writePeople(tx: Tx, now: Date, digest: string) {
  const buyers = [...BUYERS, ...(APPLICANTS as readonly BuyerPerson[])];
  const applying: readonly SellerPerson[] = [...SELLERS, ...SELLER_APPLICANTS];
  const brandless = applying.filter(({ brand }) => !brand);
  await insertAll(
    tx,
    'buyers',
    buyers.map(({ company, category, joined }, index) => ({
      id: index + 1,
      name: company,
      category,
      created_at: daysBefore(now, joined),
    })),
  );
  await insertAll(tx, 'sellers', [
    ...BRANDS.map((brand, index) => {
      const joined = daysBefore(now, SELLERS.find((person) => person.brand === brand.slug)?.joined ?? 100);
      return {
        id: index + 1,
        name: brand.name,
        category: brand.category,
        description: brand.description,
        logo: `/demo/seller-${brand.slug}-logo`,
        banner: `/demo/seller-${brand.slug}-banner`,
        tiktok_handle: brand.social?.tiktok_handle ?? null,
        tiktok_count: brand.social?.tiktok_count ?? null,
        insta_handle: brand.social?.insta_handle ?? null,
        instagram_count: brand.social?.instagram_count ?? null,
        created_at: joined,
        updated_at: joined,
      };
    }),
    ...brandless.map((person, index) => ({
      id: BRANDS.length + index + 1,
      name: person.company ?? person.full_name,
      category: person.category ?? null,
      description: '',
      logo: null,
      banner: null,
      tiktok_handle: null,
      tiktok_count: null,
      insta_handle: null,
      instagram_count: null,
      created_at: daysBefore(now, person.joined),
      updated_at: daysBefore(now, person.joined),
    })),
  ]);
  const sellerOfBrand = new Map(BRANDS.map(({ slug }, index) => [slug, index + 1]));
  const sellerIdOf = (person: SellerPerson) =>
    person.brand ? (sellerOfBrand.get(person.brand) ?? 0) : BRANDS.length + brandless.indexOf(person) + 1;
  const account = (person: Person, id: number) => ({
    id,
    email: person.email,
    full_name: person.full_name,
    status: person.status,
    admin: false,
    buyer_id: null as number | null,
    seller_id: null as number | null,
    password_digest: person.password ? digest : null,
    features: person.features ?? [],
    created_at: daysBefore(now, person.joined),
    updated_at: daysBefore(now, person.joined),
  });
  let user = 0;
  const users = [
    ...STAFF.map((person) => ({ ...account(person, ++user), admin: true })),
    ...applying.map((person) => ({ ...account(person, ++user), seller_id: sellerIdOf(person) })),
    ...buyers.map((person, index) => ({ ...account(person, ++user), buyer_id: index + 1 })),
  ];
  await insertAll(tx, 'users', users);
  const party = (email: string, column: 'buyer_id' | 'seller_id'): [string, Party] => {
    const row = users.find((one) => one.email === email);
    return [email.replace(/@.*/, ''), { user_id: row?.id ?? 0, id: row?.[column] ?? 0 }];
  };
  return {
    sellerOfBrand,
    staffId: users[0]?.id ?? 0,
    userIds: new Map(users.map(({ email, id }) => [email, id])),
    buyers: new Map(BUYERS.map(({ email }) => party(email, 'buyer_id'))),
    sellers: new Map(SELLERS.filter(({ brand }) => brand).map(({ email }) => party(email, 'seller_id'))),
  };
}
