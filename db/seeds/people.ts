import type { UserRow } from '../tables';

export interface Person {
  readonly email: string;
  readonly full_name: string;
  readonly status: UserRow['status'];
  readonly features?: UserRow['features'];
  /** Days before now. */
  readonly joined: number;
  /** Unapproved applicants have no password, except the documented sign-ins. */
  readonly password: boolean;
}

export interface BuyerPerson extends Person {
  readonly company: string;
  readonly category: string;
}

/** Belongs to a brand of the catalog, or to a new one without products. */
export interface SellerPerson extends Person {
  readonly brand?: string;
  readonly company?: string;
  readonly category?: string;
}

const at = (name: string) => `${name}@example.com`;

export const STAFF: readonly Person[] = [
  { email: at('admin'), full_name: 'Ada Whitcombe', status: 'onboarded', joined: 420, password: true },
  {
    email: at('admin2'),
    full_name: 'Theo Marchetti',
    status: 'onboarded',
    features: ['alternate_routes'],
    joined: 300,
    password: true,
  },
];

const onboarded = (
  email: string,
  full_name: string,
  company: string,
  category: string,
  joined: number,
): BuyerPerson => ({
  email: at(email),
  full_name,
  company,
  category,
  joined,
  status: 'onboarded',
  password: true,
});

/** The documented sign-ins first. */
export const BUYERS: readonly BuyerPerson[] = [
  onboarded('buyer', 'Maya Lindqvist', 'Maple Street Outlet', 'Off-price retail', 210),
  onboarded('buyer2', 'Oscar Delacroix', 'Second Harbor Trading', 'Online reseller', 175),
  onboarded('rosa', 'Rosa Imhoff', 'Copper Canyon Closeouts', 'Liquidator', 240),
  onboarded('dev', 'Dev Anand Rao', 'Bargain Orchard', 'Discount store', 190),
  onboarded('ines', 'Inês Cardoso', 'Atlântico Import & Export', 'Exporter', 160),
  onboarded('walter', 'Walter Okonkwo', 'Okonkwo Brothers General Store', 'Home', 150),
  onboarded('june', 'June Halvorsen', 'Prairie Dollar Depot', 'Discount store', 140),
  onboarded('yuki', 'Yuki Tanabe', 'Tanabe Select', 'Beauty', 128),
  onboarded('carmen', 'Carmen Ruiz', 'Casa Ruiz Market', 'Consumables', 120),
  onboarded('pete', 'Pete Sandoval', 'Paws & Prairie', 'Pet', 96),
  onboarded('lena', 'Lena Brandt', 'Little Lantern Toys', 'Toys', 90),
  onboarded('amir', 'Amir Haddad', 'Sole Revival', 'Footwear', 84),
  onboarded(
    'grace',
    'Grace Ellery',
    'The Remnant Room: Closeouts, Samples & End-of-Season Apparel',
    'Apparel',
    77,
  ),
  onboarded('tom', 'Tom Birchall', 'Northside Flip Shop', 'Online reseller', 60),
  onboarded('nadia', 'Nadia Petrov', 'Petrov Wholesale Group', 'Other', 45),
  onboarded('sam', 'Sam Achterberg', 'Lakeview Bin Store', 'Off-price retail', 31),
];

const ofBrand = (email: string, full_name: string, brand: string, joined: number): SellerPerson => ({
  email: at(email),
  full_name,
  brand,
  joined,
  status: 'onboarded',
  password: true,
});

/** Fieldnoter is curated by staff and has no user. */
export const SELLERS: readonly SellerPerson[] = [
  ofBrand('seller', 'Eleanor Harrow', 'harrow-pine', 400),
  { ...ofBrand('seller2', 'Marcus Brandvold', 'brasskettle', 380), features: ['shopify'] },
  ofBrand('northlark', 'Kit Aldridge', 'northlark', 350),
  ofBrand('solvenne', 'Giulia Ferrante', 'solvenne', 330),
  ofBrand('verrowleaf', 'Hazel Verrow', 'verrowleaf', 320),
  ofBrand('tidewick', 'Ben Osei', 'tidewick', 310),
  ofBrand('stridewell', 'Priya Nair', 'stridewell', 300),
  ofBrand('callow', 'Delphine Callow', 'callow-crane', 280),
  ofBrand('hearthollow', 'Jonas Ekberg', 'hearthollow', 260),
  ofBrand('lumatable', 'Sofia Brandão', 'lumatable', 240),
  ofBrand('fetchwell', 'Ruth Fetchwell', 'fern-fetchwell', 220),
  ofBrand('waggington', 'Danny Cho', 'waggington', 200),
  ofBrand('brightacorn', 'Margit Solberg', 'brightacorn', 180),
  ofBrand('marblefox', 'Luis Ortega', 'marblefox', 160),
  ofBrand('parallux', 'Wendy Zhao', 'parallux', 140),
  ofBrand('oldmill', 'Silas Penhallow', 'old-mill', 120),
  {
    email: at('newseller'),
    full_name: 'Tessa Quillmoor',
    company: 'Quillmoor Ceramics',
    category: 'Home',
    status: 'password_created',
    joined: 12,
    password: true,
  },
  {
    email: at('pending'),
    full_name: 'Robin Castellane',
    company: 'Castellane Leather Works',
    category: 'Apparel',
    status: 'provisional',
    joined: 1,
    password: true,
  },
];

/** Pending and decided applications. */
export const APPLICANTS: readonly (BuyerPerson | SellerPerson)[] = [
  {
    email: at('denied'),
    full_name: 'Gordon Pike',
    company: 'Pike Fast Cash Liquidations',
    category: 'Liquidator',
    status: 'denied',
    joined: 40,
    password: true,
  },
  {
    email: at('harriet.boone'),
    full_name: 'Harriet Boone',
    company: 'Boone’s Five & Dime',
    category: 'Discount store',
    status: 'provisional',
    joined: 0.2,
    password: false,
  },
  {
    email: at('kofi.mensah'),
    full_name: 'Kofi Mensah',
    company: 'Gold Coast Resale',
    category: 'Online reseller',
    status: 'provisional',
    joined: 0.6,
    password: false,
  },
  {
    email: at('elise.fontaine'),
    full_name: 'Elise Fontaine',
    company: 'Fontaine Outlet Galleries',
    category: 'Off-price retail',
    status: 'provisional',
    joined: 1.1,
    password: false,
  },
  {
    email: at('miguel.santos'),
    full_name: 'Miguel Santos',
    company: 'Santos Export Partners',
    category: 'Exporter',
    status: 'approved',
    joined: 9,
    password: false,
  },
];

/** Brands of applicants. */
export const SELLER_APPLICANTS: readonly SellerPerson[] = [
  {
    email: at('ivy.thornbury'),
    full_name: 'Ivy Thornbury',
    company: 'Thornbury Botanicals',
    category: 'Beauty',
    status: 'provisional',
    joined: 0.4,
    password: false,
  },
  {
    email: at('paul.grimaldi'),
    full_name: 'Paul Grimaldi',
    company: 'Grimaldi Pasta Kitchen',
    category: 'Consumables',
    status: 'provisional',
    joined: 1.8,
    password: false,
  },
  {
    email: at('astrid.moe'),
    full_name: 'Astrid Moe',
    company: 'Moe & Fjord Knitwear',
    category: 'Apparel',
    status: 'approved',
    joined: 16,
    password: false,
  },
];

interface Colleague {
  readonly email: string;
  readonly full_name: string;
  /** The primary owner of the company. */
  readonly owner: string;
  readonly role: NonNullable<UserRow['role']>;
  readonly limits?: readonly [order: number, month: number];
  /** Days before now. */
  readonly joined: number;
}

export const COLLEAGUES: readonly Colleague[] = [
  { email: at('approver'), full_name: 'Priya Nair', owner: at('buyer'), role: 'approver', joined: 60 },
  {
    email: at('purchaser'),
    full_name: 'Ben Ruiz',
    owner: at('buyer'),
    role: 'purchaser',
    limits: [50_000, 200_000],
    joined: 45,
  },
  { email: at('viewer'), full_name: 'Anna Bauer', owner: at('buyer'), role: 'viewer', joined: 30 },
  { email: at('manager'), full_name: 'Jonas Weber', owner: at('seller'), role: 'manager', joined: 80 },
  { email: at('warehouse'), full_name: 'Tessa Quill', owner: at('seller'), role: 'warehouse', joined: 20 },
];

export const INVITED = { email: at('bookkeeper'), owner: at('buyer'), role: 'viewer', daysAgo: 1 } as const;
