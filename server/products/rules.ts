import { counted, formatUnits } from '../contract/money';

export const stepNames = [
  'identifiers',
  'description',
  'pricing',
  'quantity',
  'details',
  'dimensions',
  'packaging',
] as const;
export type ProductStep = (typeof stepNames)[number];

interface MissingField {
  readonly step: ProductStep;
  readonly noun: string;
}

const MISSING_FIELDS = {
  name: { step: 'identifiers', noun: 'a name' },
  upc: { step: 'identifiers', noun: 'a UPC' },
  photo_1: { step: 'description', noun: 'a photo' },
  msrp_cents: { step: 'pricing', noun: 'the unit MSRP' },
  wholesale_cents: { step: 'pricing', noun: 'the unit wholesale price' },
  seller_price_cents: { step: 'pricing', noun: 'the unit asking price' },
  units: { step: 'quantity', noun: 'units' },
} as const satisfies Record<string, MissingField>;

type Unfinished = { readonly [Field in Exclude<keyof typeof MISSING_FIELDS, 'units'>]?: unknown } & {
  readonly provisional: boolean;
  readonly provisional_errors?: Readonly<Record<string, string>>;
};

/** Always empty for a product of the wizard, which publishes at its pricing step and needs no units. */
function missingFields(product: Unfinished | null): MissingField[] {
  const errors = product?.provisional_errors ?? {};
  if (!product?.provisional || Object.keys(errors).length === 0) return [];
  return Object.entries(MISSING_FIELDS).flatMap(([field, missing]) =>
    field in errors || (field !== 'units' && !product[field as 'name']) ? [missing] : [],
  );
}

export const missingSteps = (product: Unfinished | null): ProductStep[] => [
  ...new Set(missingFields(product).map(({ step }) => step)),
];

export function missingText(product: Unfinished | null): string | null {
  const nouns = missingFields(product).map(({ noun }) => noun);
  const last = nouns.at(-1);
  if (!last) return null;
  const list = nouns.length === 1 ? last : `${nouns.slice(0, -1).join(', ')} and ${last}`;
  return `To publish this product, add ${list}.`;
}

export const UPC_TAKEN = 'UPC is already taken';
export const NO_PHOTO = 'At least one image required';
export const NO_PRICE = 'Price must be greater than $0';
export const NO_UNITS = 'Units must be greater than 0';
export const BELOW_ZERO = 'Must be 0 or greater';
export const NOT_POSITIVE = 'Must be a positive number';
export const SIZE_DECIMALS = 3;
export const WEIGHT_DECIMALS = 1;
export const TOO_EXACT_SIZE = 'Enter at most 3 decimals';
export const TOO_EXACT_WEIGHT = 'Enter a weight with at most one decimal, like 1.5';
/** Years 1900 to 2199: 01/0000 is a typing error. */
export const MONTH = /^(0[1-9]|1[0-2])\/(19|20|21)\d{2}$/;
export const NO_MONTH = 'Enter a month and year as MM/YYYY';

export const ABOVE_MSRP = 'Must be less than or equal to Unit MSRP';
export const NO_CASE_SIZE = 'Enter the quantity per case first.';
export const SET_AFTER_COUNT = 'Stock was set after this count.';
export const soldSinceCount = (units: bigint) =>
  `${formatUnits(units)} more ${units === 1n ? 'was' : 'were'} sold since the count`;
export const ABOVE_UNITS = 'Must not exceed available units';

/** For forms that edit units without the minimum order. */
export const belowMinimum = (minimum: bigint) =>
  `Enter at least the minimum order, ${counted(minimum, 'unit')}`;

type Amount = bigint | null | undefined;

export const priceIsAboveMsrp = (asking: number | null | undefined, msrp: number | null | undefined) =>
  typeof asking === 'number' && typeof msrp === 'number' && asking > msrp;

export const minimumIsAboveUnits = (minimum: Amount, available: Amount) =>
  typeof minimum === 'bigint' && typeof available === 'bigint' && minimum > available;

const packedUnits = (innerQuantity: Amount, innerCount: Amount): bigint | null =>
  typeof innerQuantity === 'bigint' && typeof innerCount === 'bigint' && innerQuantity > 0n && innerCount > 0n
    ? innerQuantity * innerCount
    : null;

export type PackFields = Pick<RuledFields, 'inner_quantity' | 'inner_count' | 'outer_quantity'>;

export function packDiffers({ inner_quantity, inner_count, outer_quantity }: PackFields): boolean {
  const packed = packedUnits(inner_quantity, inner_count);
  return packed !== null && typeof outer_quantity === 'bigint' && packed !== outer_quantity;
}

export const packProduct = (inner_quantity: bigint, inner_count: bigint) =>
  `Enter ${formatUnits(inner_quantity * inner_count)} (${formatUnits(inner_quantity)} × ${formatUnits(inner_count)})`;

export const packFault = (pack: PackFields): string | null =>
  packDiffers(pack) ? packProduct(pack.inner_quantity ?? 0n, pack.inner_count ?? 0n) : null;

/** Selling by the case needs the units of that case. */
export const caseSizeIsMissing = ({
  sell_by,
  inner_quantity,
  outer_quantity,
}: Pick<RuledFields, 'sell_by' | 'inner_quantity' | 'outer_quantity'>) =>
  (sell_by === 'inner' && typeof inner_quantity !== 'bigint') ||
  (sell_by === 'outer' && typeof outer_quantity !== 'bigint');

export interface RuledFields {
  msrp_cents?: number | null | undefined;
  seller_price_cents?: number | null | undefined;
  units?: Amount;
  min_order_units?: Amount;
  inner_quantity?: Amount;
  inner_count?: Amount;
  outer_quantity?: Amount;
  sell_by?: string | null | undefined;
}

export const photoFields = ['photo_1', 'photo_2', 'photo_3', 'photo_4', 'photo_5'] as const;
export type PhotoField = (typeof photoFields)[number];
export const isPhotoField = (field: string): field is PhotoField =>
  (photoFields as readonly string[]).includes(field);

/** These hosts and their subdomains serve pages, not raw pictures (docs/rules.md#products). */
const blockedPhotoHosts = ['drive.google.com', 'dropbox.com', 'imgur.com', 'ibb.co'] as const;

export const PHOTO_BLOCKED = `Photo URL cannot link to ${blockedPhotoHosts.slice(0, 3).join(', ')}, or ${blockedPhotoHosts[3]}`;
export const PHOTO_NOT_HTTPS = 'Enter a photo URL that starts with https://';

// No credentials before the host, and nothing that browsers read as another host.
const ADDRESS =
  /^https:\/\/([a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)*)\.?(?::\d{1,5})?(?:[/?#][^\s\\<>"']*)?$/i;

const hostOf = (address: string) => ADDRESS.exec(address)?.[1]?.toLowerCase() ?? null;

export const isPhotoAddress = (text: string) => hostOf(text) !== null;

export function isBlockedPhoto(text: string): boolean {
  const host = hostOf(text);
  return (
    host !== null && blockedPhotoHosts.some((blocked) => host === blocked || host.endsWith(`.${blocked}`))
  );
}

/** The key of an upload, or the address of a picture that the product already shows. */
const OURS = /^(?:uploads\/|\/files\/|\/demo\/)[\w./-]+$|^[\da-f-]{36}$/;

export const isPhoto = (text: string) => OURS.test(text) || isPhotoAddress(text);
