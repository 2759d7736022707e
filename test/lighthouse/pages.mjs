const product = ({ seller, product: id }) => `/all_products/${seller}/${id}`;

export const pagesJudged = (subject) => ({
  home: '/',
  'sign-up': '/sign_up',
  'sign-up-buy': '/sign_up/buy',
  'sign-up-sell': '/sign_up/sell',
  'sign-in': '/sign_in',
  'forgot-password': '/forgot_password',
  'contact-us': '/contact_us',
  'csv-instructions': '/csv_instructions',
  'api-guide': '/api/docs',
  listing: '/all_products',
  product: product(subject),
  storefront: `/seller/${subject.seller}`,
});

/** Timed on a slow phone: address, and whether a buyer is signed in. */
export const pagesTimed = (subject) => ({
  home: ['/', false],
  listing: ['/all_products', true],
  product: [product(subject), true],
  cart: ['/cart', true],
  offers: ['/my_offers', true],
});
