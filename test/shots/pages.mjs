/** Everything that can be looked at: role → [name, address, act]. `ids` are looked up in the demo's data. */
export const roles = {
  visitor: null,
  buyer: 'buyer@example.com',
  seller: 'seller@example.com',
  shop: 'seller2@example.com',
  newcomer: 'newseller@example.com',
  pending: 'pending@example.com',
  staff: 'admin@example.com',
};

const button = (name) => (page) => page.getByRole('button', { name }).first().click();
const phone = (act) => async (page) => {
  if ((page.viewportSize()?.width ?? 0) < 960) await act(page);
};

export const pagesOf = ({ product, soldOut, ownProduct, seller }) => ({
  visitor: [
    ['home', '/'],
    ['menu', '/', phone((page) => page.locator('.site-menu > summary').click())],
    ['sign-in', '/sign_in'],
    ['sign-up', '/sign_up'],
    ['sign-up-buy', '/sign_up/buy'],
    ['sign-up-sell', '/sign_up/sell'],
    ['sign-up-buy-done', '/sign_up/buy/confirmation'],
    ['sign-up-sell-done', '/sign_up/sell/confirmation'],
    ['forgot-password', '/forgot_password'],
    ['forgot-password-done', '/forgot_password/confirmation'],
    ['reset-password', '/reset_password?reset_password_token=x'],
    ['contact', '/contact_us'],
    ['create-password', '/sign_up/create_password'],
    ['magic', '/magic/sign_in/x'],
    ['not-found', '/no/such/page'],
    ['listing', '/all_products'],
    ['product', `/all_products/${product}`],
    ['storefront', `/seller/${seller}`],
    ['components', '/dev/components'],
    ['mailbox', '/dev/mailbox'],
  ],
  buyer: [
    ['listing', '/all_products'],
    ['listing-filtered', '/all_products?filter=home'],
    ['listing-none', '/all_products/search?query=zzzzqqq'],
    ['listing-filters', '/all_products', phone(button('Filters'))],
    ['product', `/all_products/${product}`],
    ['product-sold-out', `/all_products/${soldOut}`],
    ['storefront', `/seller/${seller}`],
    ['cart', '/cart'],
    ['offers', '/my_offers'],
    ['orders', '/my_orders'],
    ['user-menu', '/cart', (page) => page.locator('#user-menu button').first().click()],
  ],
  seller: [
    ['dashboard', '/dashboard'],
    ['manage-profile', '/dashboard/manage_profile'],
    ['new-product', '/dashboard/new_product'],
    ...['', '/description', '/pricing', '/quantity', '/details', '/dimensions', '/packaging'].map((step) => [
      `edit${step.replace('/', '-')}`,
      `/dashboard/edit_product/${ownProduct}${step}`,
    ]),
    ['import', '/dashboard/import_products'],
    ['import-upload', '/dashboard/import_products/upload_csv'],
    ['csv-instructions', '/csv_instructions'],
    ['storefront', `/seller/${seller}`],
    ['offers', '/my_offers'],
    ['orders', '/my_orders'],
  ],
  shop: [['shopify', '/dashboard/shopify']],
  newcomer: [['create-profile', '/seller_inquiry/create_profile']],
  pending: [['submitted', '/seller_inquiry/submitted']],
  staff: [
    ['insights', '/admin/insights'],
    ['orders', '/admin/purchase_orders'],
    ['sellers', '/admin/sellers'],
    ['seller-products', `/admin/sellers/${seller}/products`],
    ['applications', '/admin/applications'],
    ['categories', '/admin/categories'],
    ['top-sellers', '/admin/top_sellers'],
    ['release-notes', '/admin/release_notes'],
  ],
});
