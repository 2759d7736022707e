/** What the role of a company's member must hold, for every route that lets members in and visitors not. */
export const WHO_NEEDS = `
GET    /me                                                            none
PUT    /me                                                            none
POST   /me/second_factor                                              none
PUT    /me/second_factor                                              none
DELETE /me/second_factor                                              none
POST   /me/recovery_codes                                             none
POST   /me/confirm                                                    none
GET    /me/security                                                   none
DELETE /me/sign_ins/:uuid                                             none
DELETE /me/sign_ins                                                   none
PAGE   /settings/security                                             none
PAGE   /seller_inquiry/submitted                                      none
PAGE   /sign_up/create_password                                       none
PAGE   /buyers_create_password                                        none
GET    /me/notifications                                              none
PUT    /me/notifications                                              none
PAGE   /settings/notifications                                        none
GET    /company                                                       company:read
PAGE   /settings/company                                              company:read
GET    /company/members                                               company:read
GET    /company/activity                                              company:manage
POST   /company/invitations                                           company:manage
POST   /company/invitations/:id/resend                                company:manage
DELETE /company/invitations/:id                                       company:manage
PUT    /company/members/:id                                           company:manage
DELETE /company/members/:id                                           company:manage
PUT    /company                                                       company:manage
POST   /company/transfer                                              company:manage
GET    /company/api_keys                                              company:manage
POST   /company/api_keys                                              company:manage
POST   /company/api_keys/:id/rotate                                   company:manage
DELETE /company/api_keys/:id                                          company:manage
GET    /company/api_keys/:id/refusals                                 company:manage
GET    /company/webhooks                                              company:manage
POST   /company/webhooks                                              company:manage
PUT    /company/webhooks/:id                                          company:manage
POST   /company/webhooks/:id/rotate_secret                            company:manage
POST   /company/webhooks/:id/test                                     company:manage
GET    /company/webhooks/:id/deliveries                               company:manage
POST   /company/webhooks/:id/replay                                   company:manage
POST   /company/webhook_deliveries/:id/replay                         company:manage
DELETE /company/webhooks/:id                                          company:manage
PAGE   /settings/api                                                  company:manage
PAGE   /settings/webhooks/:id                                         company:manage
GET    /marketplace/addresses                                         buyer=offers:read seller=products:read
POST   /marketplace/addresses                                         buyer=offers:write seller=products:write
PUT    /marketplace/addresses/:id                                     buyer=offers:write seller=products:write
PUT    /marketplace/addresses/:id/default                             buyer=offers:write seller=products:write
DELETE /marketplace/addresses/:id                                     buyer=offers:write seller=products:write
PAGE   /settings/addresses                                            offers:read
GET    /marketplace/sellers/current_seller                            products:read
PUT    /marketplace/sellers/update                                    products:write
GET    /marketplace/sellers/shipping                                  products:read
PUT    /marketplace/sellers/shipping                                  products:write
PUT    /marketplace/sellers/first_steps                               products:write
PAGE   /dashboard/manage_profile                                      products:write
PAGE   /seller_inquiry/create_profile                                 products:write
PAGE   /settings/shipping                                             products:read
POST   /products                                                      products:write
PUT    /products/:id                                                  products:write
DELETE /products/:id                                                  products:write
GET    /products                                                      products:read
PUT    /products/batch                                                products:write
POST   /products/bulk                                                 products:write
POST   /products/bulk/:id/undo                                        products:write
GET    /products/:id/changes                                          products:read
GET    /products/check_upc                                            products:read
GET    /marketplace/products/:id/shipping                             none
GET    /dashboard/frame                                               products:read
PAGE   /dashboard                                                     products:read
PAGE   /dashboard/manage_products                                     products:read
PAGE   /dashboard/manage_products/new                                 products:write
PAGE   /dashboard/new_product                                         products:write
PAGE   /dashboard/new_product/:step                                   products:write
PAGE   /dashboard/edit_product/:id                                    products:write
PAGE   /dashboard/edit_product/:id/:step                              products:write
GET    /marketplace/purchase_orders                                   orders:read
GET    /marketplace/purchase_orders.csv                               orders:read
GET    /marketplace/purchase_orders/:id                               orders:read
PAGE   /my_orders                                                     orders:read
PAGE   /my_orders/:id                                                 orders:read
GET    /offers                                                        offers:read
GET    /offers.csv                                                    offers:read
GET    /offers/:id                                                    offers:read
PUT    /offers/:id/submit                                             offers:write
PUT    /offers/:id/accept                                             offers:write
POST   /offers/:id/counter_offer                                      offers:write
POST   /offers/:id/counter_offer/reject                               offers:write
POST   /offers/:id/withdraw                                           offers:write
POST   /offers                                                        offers:write
PUT    /offers/:offer_id/offer_products/:id                           offers:write
DELETE /offers/:offer_id/offer_products/:id                           offers:write
POST   /offers/:id/save_for_later                                     offers:write
POST   /offers/:id/move_to_cart                                       offers:write
PUT    /offers/:id/shipping                                           offers:write
POST   /purchase_orders/:id/buy_again                                 offers:write
POST   /offers/:id/offer_again                                        offers:write
PAGE   /cart                                                          offers:read
PAGE   /my_offers                                                     offers:read
GET    /offers/:id/messages                                           offers:read
POST   /offers/:id/messages                                           offers:write
PUT    /offers/:id/messages/read                                      offers:read
GET    /approvals                                                     offers:read
POST   /approvals/:id/approve                                         offers:approve
POST   /approvals/:id/decline                                         offers:approve
POST   /approvals/:id/cancel                                          offers:write
GET    /events                                                        offers:read|orders:read|products:read|earnings:read
POST   /offers/bulk_answers/preview                                   offers:write
POST   /offers/bulk_answers                                           offers:write
GET    /offers/bulk_answers/:id                                       offers:read
GET    /seller/answer_rules                                           offers:read
POST   /seller/answer_rules                                           offers:write
PUT    /seller/answer_rules/:id                                       offers:write
DELETE /seller/answer_rules/:id                                       offers:write
PAGE   /dashboard/offer_rules                                         offers:read
POST   /purchase_orders/:id/payment                                   orders:write
GET    /purchase_orders/:id/verify_payment                            orders:write
PUT    /marketplace/purchase_orders/:id                               orders:write
POST   /marketplace/purchase_orders/:id/shipments                     orders:ship
PUT    /marketplace/purchase_orders/:id/shipments/:number             orders:ship
POST   /marketplace/purchase_orders/:id/shipments/:number/ship        orders:ship
DELETE /marketplace/purchase_orders/:id/shipments/:number             orders:ship
POST   /marketplace/purchase_orders/:id/cancel_remaining              orders:write
POST   /marketplace/purchase_orders/:id/cancel                        orders:write
PUT    /marketplace/purchase_orders/:id/ship_to                       orders:write
PUT    /marketplace/purchase_orders/:id/buyer_po_number               orders:write
POST   /marketplace/purchase_orders/:id/receive                       orders:write
POST   /marketplace/purchase_orders/:id/extend_receipt                orders:write
POST   /marketplace/purchase_orders/:id/claims                        orders:write
GET    /marketplace/purchase_orders/:id/claims                        buyer=orders:read seller=amounts:read
GET    /marketplace/claims                                            buyer=orders:read seller=amounts:read
GET    /marketplace/claims/:id                                        buyer=orders:read seller=amounts:read
POST   /marketplace/claims/:id/messages                               orders:write
POST   /marketplace/claims/:id/withdraw                               orders:write
POST   /marketplace/claims/:id/agree                                  orders:write
POST   /marketplace/claims/:id/dispute                                orders:write
GET    /purchase_orders/:id/documents/:file                           buyer=orders:read seller=amounts:read
GET    /purchase_orders/:id/shipments/:number/packing_slip.pdf        orders:read
GET    /marketplace/balance                                           earnings:read
GET    /marketplace/ledger                                            earnings:read
GET    /marketplace/payouts                                           earnings:read
GET    /marketplace/payouts/:id                                       earnings:read
GET    /marketplace/statements/:file                                  earnings:read
PAGE   /dashboard/earnings                                            earnings:read
POST   /favorites                                                     offers:write
DELETE /favorites/:product_id                                         offers:write
GET    /favorites                                                     offers:read
GET    /favorites/ids                                                 offers:read
PAGE   /favorites                                                     offers:read
GET    /recent_views                                                  offers:read
DELETE /recent_views                                                  offers:write
GET    /saved_searches                                                offers:read
POST   /saved_searches                                                offers:write
PUT    /saved_searches/:id                                            offers:write
DELETE /saved_searches/:id                                            offers:write
POST   /saved_searches/:id/open                                       offers:read
PAGE   /saved_searches                                                offers:read
PAGE   /want_lists                                                    offers:read
PAGE   /want_lists/:id                                                offers:read
GET    /want_lists                                                    offers:read
POST   /want_lists                                                    offers:write
GET    /want_lists/:id                                                offers:read
PUT    /want_lists/:id                                                offers:write
DELETE /want_lists/:id                                                offers:write
POST   /want_lists/:id/drafts                                         offers:write
PUT    /want_lists/:id/lines                                          offers:write
GET    /seller/wanted                                                 products:read
PUT    /wants/:id                                                     offers:write
DELETE /wants/:id                                                     offers:write
GET    /price_guides                                                  offers:read
GET    /seller/analytics                                              products:read
GET    /seller/analytics.csv                                          products:read
PAGE   /dashboard/analytics                                           products:read
POST   /imported_csvs/                                                products:write
GET    /imported_csvs/:id                                             products:read
POST   /imported_csvs/:id/retry                                       products:write
POST   /imported_csvs/:id/undo                                        products:write
GET    /imported_csvs/:id/rejected.csv                                products:read
POST   /import_previews                                               products:write
GET    /import_previews/:id                                           products:read
GET    /import_previews/:id/rows                                      products:read
DELETE /import_previews/:id                                           products:write
PUT    /import_previews/:id                                           products:write
POST   /import_previews/:id/commit                                    products:write
GET    /import_previews/:id/rejected.csv                              products:read
GET    /dashboard/export/:what                                        products:read
PAGE   /dashboard/import_products                                     products:write
PAGE   /dashboard/import_products/upload_csv                          products:write
GET    /shopify/login                                                 products:write
GET    /shopify/callback                                              products:write
DELETE /shopify/session                                               products:write
PAGE   /dashboard/shopify                                             products:write
POST   /presigned_urls                                                buyer=orders:write|offers:write seller=products:write|orders:write
PUT    /release_notes/dismiss                                         none
PAGE   /settings                                                      none
GET    /header/badges                                                 none
`;

/** The capabilities of each role (docs/rules.md#people). */
export const ROLES = {
  buyer: {
    owner: 'company:read company:manage offers:read offers:write offers:approve orders:read orders:write',
    approver: 'company:read offers:read offers:write offers:approve orders:read orders:write',
    purchaser: 'company:read offers:read offers:write orders:read orders:write',
    viewer: 'company:read offers:read orders:read',
  },
  seller: {
    owner: `company:read company:manage offers:read offers:write orders:read orders:write orders:ship
      amounts:read earnings:read products:read products:write`,
    manager: `company:read offers:read offers:write orders:read orders:write orders:ship
      amounts:read products:read products:write`,
    warehouse: 'company:read orders:read orders:ship',
  },
} as const;
