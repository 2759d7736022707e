import type { AddressRow, SellerRow } from '../tables';
import type { Tx } from '../transaction';
import { daysBefore } from './days';
import { LOCATIONS } from './locations';
import { insertAll, withId } from './write';

type Fields = Partial<AddressRow> &
  Pick<AddressRow, 'company' | 'line1' | 'city' | 'region' | 'postal_code' | 'phone'>;

const BLANK = {
  attention: null,
  line2: null,
  country: 'US',
  dock: 'unknown',
  appointment: false,
  hours: null,
  instructions: null,
} as const;

/** By the owner's email; the first is the default. */
const SHIP_TO: Readonly<Record<string, readonly Fields[]>> = {
  'buyer@example.com': [
    {
      company: 'Maple Street Outlet',
      attention: 'Receiving',
      line1: '418 Maple St',
      city: 'Dayton',
      region: 'OH',
      postal_code: '45402',
      phone: '+19375550134',
      dock: 'no_dock',
      hours: 'Mon–Fri, 9 AM–5 PM',
      instructions: 'Use the alley door and ring twice.',
    },
    {
      company: 'Maple Street Outlet Warehouse',
      attention: 'Jo Ferris',
      line1: '2200 Commerce Park Dr',
      line2: 'Dock 7',
      city: 'Indianapolis',
      region: 'IN',
      postal_code: '46241',
      phone: '+13175550178',
      dock: 'dock',
      appointment: true,
      hours: 'Mon–Thu, 7 AM–2 PM',
    },
  ],
  'buyer2@example.com': [
    {
      company: 'Second Harbor Trading',
      line1: '91 Wharf Rd',
      line2: 'Unit C',
      city: 'Portland',
      region: 'ME',
      postal_code: '04101',
      phone: '+12075550152',
      dock: 'dock',
    },
    {
      company: 'Second Harbor Trading Canada',
      attention: 'Amélie Roy',
      line1: '650 Rue Saint-Paul',
      city: 'Québec',
      region: 'QC',
      postal_code: 'G1K 3X1',
      country: 'CA',
      phone: '+14185550119',
      dock: 'unknown',
    },
  ],
};

type Terms = Pick<SellerRow, 'shipping_terms' | 'handling_days' | 'ships_to_canada'>;

const SELLERS: Readonly<Record<string, { location: Fields; terms: Terms }>> = {
  'seller@example.com': {
    location: {
      company: 'Harrow & Pine',
      attention: 'Shipping desk',
      line1: '75 Railroad St',
      city: 'Duluth',
      region: 'MN',
      postal_code: '55802',
      phone: '+12185550146',
      dock: 'dock',
      hours: 'Mon–Fri, 8 AM–4 PM',
      instructions: 'Pickups check in at door 2.',
    },
    terms: { shipping_terms: ['seller_pays', 'pickup'], handling_days: 3, ships_to_canada: false },
  },
  'seller2@example.com': {
    location: {
      company: 'Brasskettle Provisions',
      line1: '1130 Foundry Ave',
      line2: 'Building B',
      city: 'Dayton',
      region: 'OH',
      postal_code: '45403',
      phone: '+19375550187',
      dock: 'dock',
      appointment: true,
      hours: 'Mon–Fri, 7 AM–3 PM',
    },
    terms: {
      shipping_terms: ['seller_pays', 'buyer_pays', 'pickup', 'buyer_carrier'],
      handling_days: 5,
      ships_to_canada: true,
    },
  },
};

const DAYS_AGO = 90;

/** Addresses of the documented people, and the locations of other brands. Other buyers have none. */
export async function writeAddresses(tx: Tx, now: Date): Promise<void> {
  const owners = await tx('users')
    .whereIn('email', [...Object.keys(SHIP_TO), ...Object.keys(SELLERS)])
    .orderBy('id')
    .select('email', 'buyer_id', 'seller_id');
  const written = daysBefore(now, DAYS_AGO);
  const rows = owners.flatMap(({ email, buyer_id, seller_id }) =>
    addressesOf(email).map((fields, index) => ({ ...fields, buyer_id, seller_id, is_default: index === 0 })),
  );
  const all = [...rows, ...(await locationsOfBrands(tx))];
  const stamps = { version: 1, created_at: written, updated_at: written };
  await insertAll(tx, 'addresses', all.map((fields) => ({ ...BLANK, ...fields, ...stamps })).map(withId));
  for (const { email, seller_id } of owners) {
    const seller = SELLERS[email];
    if (seller && seller_id !== null) await tx('sellers').where({ id: seller_id }).update(seller.terms);
  }
}

async function locationsOfBrands(tx: Tx) {
  const sellers = await tx('sellers')
    .whereIn('name', Object.keys(LOCATIONS))
    .orderBy('id')
    .select('id', 'name');
  return sellers.flatMap(({ id, name }) => {
    const [city, region, postal_code, line1] = LOCATIONS[name] ?? [];
    if (!city || !region || !postal_code || !line1) return [];
    const country = /^[A-Z]\d/.test(postal_code) ? 'CA' : 'US';
    const phone = `+1413555${1_000 + id}`;
    const place = { line1, city, region, postal_code, country, phone } as const;
    return [{ ...place, company: name, buyer_id: null, seller_id: id, is_default: true }];
  });
}

const addressesOf = (email: string): readonly Fields[] => {
  const seller = SELLERS[email];
  return seller ? [seller.location] : (SHIP_TO[email] ?? []);
};
