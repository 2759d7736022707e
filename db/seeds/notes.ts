/** Release notes, oldest first: days before now, text, audience. */
export const RELEASE_NOTES = [
  {
    days: 64,
    buyer: true,
    seller: true,
    body: 'Offers have a history now.\nEach card shows every price from both sides, with its date.',
  },
  {
    days: 41,
    buyer: false,
    seller: true,
    body: "Import in bulk, with a preview.\nMatch your columns, then review what is new and what changes before you import.\nDownload the rows that can't be imported, fix them and upload them again.",
  },
  {
    days: 20,
    buyer: true,
    seller: false,
    body: 'Save for later.\nMove a line out of your cart and bring it back when the budget does.',
  },
  {
    days: 5,
    buyer: true,
    seller: true,
    body: 'Pay by bank.\nLarger orders can be paid from a bank account.\nWhere the account needs to be verified, My Orders shows Verify Payment.',
  },
] as const;

/** Contact requests; times in days before now. */
export const CONTACT_REQUESTS = [
  {
    days: 12,
    name: 'Rosa Imhoff',
    email: 'rosa@example.com',
    subject: 'Freight for full pallets',
    message:
      'Do sellers quote freight before the order, or is it arranged afterwards? We would like to take six pallets of mixed home goods.',
  },
  {
    days: 8,
    name: 'Silas Penhallow',
    email: 'oldmill@example.com',
    subject: 'Editing a listing in bulk',
    message:
      'I have 28 listings and one new warehouse address. Is there a way to change the same field in all of them by file?',
  },
  {
    days: 3,
    name: 'Bea Montgomery',
    email: 'bea.montgomery@example.com',
    subject: 'Do you take vintage stores?',
    message:
      'We run two vintage shops in Ohio and buy deadstock. Would our application fit Off-price retail or Other?',
  },
  {
    days: 0.7,
    name: 'Lena Brandt',
    email: 'lena@example.com',
    subject: 'Box damage on PO from last week',
    message:
      'Two of twelve cartons came with crushed corners. The toys are fine. Whom do we tell, you or the seller?',
  },
] as const;

/** Names of tagged products. */
export const TOP_SELLERS: readonly string[] = [
  'Men’s Heavyweight Colorblock Tee, Sage',
  'Women’s Tempo 3 Running Sneaker, Lilac',
  'Soy Jar Candle, Sage & Sea Salt 8.5 oz',
  'Copper Street Espresso Roast 12 oz',
  'Vitamin C 15 % Brightening Serum 1 oz',
  'Insulated Straw Tumbler 20 oz, Teal',
  'Ceramic Dog Bowl 4 Cups, Teal',
  'Barnaby Teddy Bear 14 in, Honey',
  'Soft-Touch Phone Case, Sage',
  'Ridge Daypack 18 L, Goldenrod',
  'Rainbow Stacking Rings',
  'Sparkling Water, Ruby Grapefruit 12 oz',
];

/** Products tagged with an additional category. */
export const CURATED: readonly { readonly tag: string; readonly name: string }[] = [
  { tag: 'apparel', name: 'Windproof Stick Umbrella, Navy' },
  { tag: 'apparel', name: 'Unisex Cushioned Crew Socks 2-Pack, Sky' },
  { tag: 'home', name: 'Botanical Soy Candle, Rosemary 8.5 oz' },
  { tag: 'home', name: 'Refillable Glass Salt Shaker with Sea Salt' },
  { tag: 'toys', name: 'Robot Head Bluetooth Speaker for Kids' },
  { tag: 'beauty', name: 'Spa Towel Set 3-Piece, Blush' },
];
