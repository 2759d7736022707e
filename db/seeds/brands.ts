import type { SellerRow } from '../tables';

export interface Brand {
  /** Also in the names of its images: /demo/seller-SLUG-logo and -banner. */
  readonly slug: string;
  readonly name: string;
  /** The category on the application. */
  readonly category: string;
  readonly description: string;
  readonly social?: Partial<
    Pick<SellerRow, 'tiktok_handle' | 'tiktok_count' | 'insta_handle' | 'instagram_count'>
  >;
  /** GS1 company prefix, six digits. */
  readonly prefix: string;
}

/** All invented. */
export const BRANDS: readonly Brand[] = [
  {
    slug: 'harrow-pine',
    name: 'Harrow & Pine',
    category: 'Apparel',
    description:
      'Harrow & Pine makes unhurried everyday clothing: heavyweight tees, denim that softens instead of fading, coats meant for ten winters. What you see here is the end of our seasonal runs and the overstock of our outlet stores. Everything is first quality, folded, bagged and labeled, and leaves our warehouse in Duluth within three working days.',
    social: {
      insta_handle: 'harrowandpine',
      instagram_count: '500K+',
      tiktok_handle: 'harrowandpine',
      tiktok_count: '100K+',
    },
    prefix: '812045',
  },
  {
    slug: 'brasskettle',
    name: 'Brasskettle Provisions',
    category: 'Consumables',
    description:
      'We roast coffee, pack tea and cook sauces in a former brass foundry by the river. Lots listed here come from discontinued labels, seasonal blends and gift sets after the holidays. Nothing leaves with less than six months of shelf life; best-by dates are in every listing and lot certificates are sent on request.',
    social: { insta_handle: 'brasskettle.provisions', instagram_count: '100K+' },
    prefix: '041367',
  },
  {
    slug: 'northlark',
    name: 'Northlark Outfitters',
    category: 'Footwear',
    description:
      'Boots, packs and layers for people who go out when the forecast says not to. Northlark has outfitted trail crews since 2009 and sells last season’s colors here at cost. All goods are new, in their boxes, and come with our ordinary two-year guarantee, no matter who resells them.',
    social: {
      insta_handle: 'northlark',
      instagram_count: '1M+',
      tiktok_handle: 'northlarkoutfitters',
      tiktok_count: '500K+',
    },
    prefix: '857210',
  },
  {
    slug: 'solvenne',
    name: 'Solvenne Beauty',
    category: 'Beauty',
    description:
      'Solvenne is color and care with a Mediterranean temper: satin lips, rose milk, perfumes that stay close to the skin. Lots are packaging transitions and retired shades, all within date, sealed and cruelty free. Mixed cartons on request; we ship from New Jersey and answer offers within a day.',
    social: {
      insta_handle: 'solvenne',
      instagram_count: '1M+',
      tiktok_handle: 'solvennebeauty',
      tiktok_count: '1M+',
    },
    prefix: '860033',
  },
  {
    slug: 'verrowleaf',
    name: 'Verrowleaf Apothecary',
    category: 'Beauty',
    description:
      'A botanical apothecary that distills, infuses and pours in small batches. We list what a rebrand leaves over: the same formulas in last year’s labels. Every batch is tested, coded and at least twelve months from its date. Case packs only, please; our pickers thank you for round numbers.',
    social: { insta_handle: 'verrowleaf', instagram_count: '<100K' },
    prefix: '850119',
  },
  {
    slug: 'tidewick',
    name: 'Tidewick Snack Works',
    category: 'Consumables',
    description:
      'Boardwalk snacks without the boardwalk: kettle corn, saltwater candy, sparkling water in colors that one sees from far away. Summer ends earlier than our forecasts, so there is stock to share. Pallets ship from our own dock with full traceability and clear dates, chilled lorries on request.',
    social: { tiktok_handle: 'tidewicksnacks', tiktok_count: '500K+' },
    prefix: '007284',
  },
  {
    slug: 'stridewell',
    name: 'Stridewell Athletic',
    category: 'Footwear',
    description:
      'Stridewell builds running shoes around how people land, not how they wish they did. When a new model arrives, the old one goes here: current-season quality, full size runs, original boxes. We prefer buyers who take complete runs and we price accordingly. No gray-market export without a word beforehand.',
    social: {
      insta_handle: 'stridewell.run',
      instagram_count: '1M+',
      tiktok_handle: 'stridewell',
      tiktok_count: '1M+',
    },
    prefix: '843907',
  },
  {
    slug: 'callow-crane',
    name: 'Callow & Crane',
    category: 'Apparel',
    description:
      'Occasion wear and the shoes to go with it, designed in Savannah and sewn in two family workshops. Our surplus is made of canceled department-store orders: perfect goods in store-ready packaging that simply had nowhere to go. Pre-packs by size are marked in the listing.',
    social: { insta_handle: 'callowandcrane', instagram_count: '500K+' },
    prefix: '819552',
  },
  {
    slug: 'hearthollow',
    name: 'Hearthollow Home',
    category: 'Home',
    description:
      'Candles, textiles and quiet furniture for rooms that are lived in. Hearthollow clears its showroom collection twice a year, and what is left comes here by the carton. Fragile goods are drop-tested in their packaging; breakage in transit is replaced, no photographs asked for.',
    social: {
      insta_handle: 'hearthollow',
      instagram_count: '100K+',
      tiktok_handle: 'hearthollowhome',
      tiktok_count: '<100K',
    },
    prefix: '864401',
  },
  {
    slug: 'lumatable',
    name: 'lumatable',
    category: 'Home',
    description:
      'Tableware in glazes that look like weather. Our kilns fire a little more than our shops sell, so every quarter we let go of open stock and retired colors. Plates and mugs are cell-packed for retail; restaurants may mix colors within a pallet at no charge.',
    social: { insta_handle: 'lumatable', instagram_count: '<100K' },
    prefix: '858776',
  },
  {
    slug: 'fern-fetchwell',
    name: 'Fern & Fetchwell Pet Supply',
    category: 'Pet',
    description:
      'Food and gear for dogs with opinions and the cats that manage them. Fern & Fetchwell cooks in Vermont and sews in Maine. Lots here are recipe updates and last year’s patterns; dates are generous, seals are intact, and our vet answers questions about any recipe in person.',
    social: {
      tiktok_handle: 'fernandfetchwell',
      tiktok_count: '1M+',
      insta_handle: 'fernandfetchwell',
      instagram_count: '500K+',
    },
    prefix: '852638',
  },
  {
    slug: 'waggington',
    name: 'Waggington',
    category: 'Pet',
    description:
      'Waggington is a bright little pet brand with a large warehouse problem. Beds, bowls, leashes and treats in cheerful colors, all new, all in retail packaging with hang holes. We love first-time resellers: minimums are low and a real person picks up the phone.',
    prefix: '000942',
  },
  {
    slug: 'brightacorn',
    name: 'Brightacorn Toys',
    category: 'Toys',
    description:
      'Wooden toys that outlive their batteries, mostly by having none. Brightacorn works with beech, linden and water-based paint, and tests every batch to ASTM and EN standards. We list box-damaged cartons, retired colors and the surplus of preschool orders; the toys inside are perfect.',
    social: { insta_handle: 'brightacorntoys', instagram_count: '100K+' },
    prefix: '855019',
  },
  {
    slug: 'marblefox',
    name: 'Marblefox Play Co.',
    category: 'Toys',
    description:
      'Games, wheels and things that fly. Marblefox plans for the best December ever and usually gets a good one; the difference is on these pages from January on. Master cartons are sealed, assortments are counted twice, and seasonal goods can be held in our warehouse for ninety days.',
    social: { tiktok_handle: 'marblefoxplay', tiktok_count: '100K+' },
    prefix: '846225',
  },
  {
    slug: 'fieldnoter',
    name: 'Fieldnoter Goods',
    category: 'Other Category',
    description:
      'Stationery, sewing and travel goods for people who still write things down. Fieldnoter sells through bookshops and museum stores, and their returns, unopened and re-inspected, come here in mixed pallets. Each listing says what was inspected and how; what is not perfect is not listed.',
    social: { insta_handle: 'fieldnoter', instagram_count: '<100K' },
    prefix: '870084',
  },
  {
    slug: 'parallux',
    name: 'Parallux Supply',
    category: 'Other Category',
    description:
      'Tools, cables, lights and the gadgets that live in the same drawer. Parallux is a distributor: we buy the ends of production runs and pass them on by the carton, with serial lists where there are serials. Electronics are tested by sample, one in fifty, and the report travels with the lot.',
    prefix: '003318',
  },
  {
    slug: 'old-mill',
    name: 'Old Mill Valley Mercantile & General Surplus Trading Company of Western Massachusetts',
    category: 'Other Category',
    description:
      'Four generations of buying what others cannot store. The Old Mill Valley Mercantile takes closeouts, store closures and canceled private labels, sorts them in a mill built in 1871, and sells them by the pallet. Condition is stated honestly, line by line, and inspection by appointment is always welcome.',
    prefix: '037990',
  },
];
