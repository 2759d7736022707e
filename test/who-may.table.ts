/**
 * Every route by viewer. Records named by an id belong to buyer A and seller A.
 * ok: allowed, even if the body is invalid; in: redirects to sign-in; away: redirects elsewhere.
 */
export const WHO_MAY = `
                                                            none  buyerA  buyerB  sellerA  sellerB  staff
GET    /me                                                   401   ok      ok      ok       ok       ok
GET    /current_user                                         ok    ok      ok      ok       ok       ok
GET    /me/notifications                                     401   ok      ok      ok       ok       ok
PUT    /me/notifications                                     401   ok      ok      ok       ok       ok
GET    /header/badges                                        401   ok      ok      ok       ok       ok
GET    /site.webmanifest                                     ok    ok      ok      ok       ok       ok
GET    /magic_sign_in                                        401   401     401     401      401      401
POST   /login                                                401   401     401     401      401      401
DELETE /logout                                               ok    ok      ok      ok       ok       ok
PUT    /me                                                   401   ok      ok      ok       ok       ok
GET    /me/security                                          401   ok      ok      ok       ok       ok
POST   /login/second_factor                                  401   401     401     401      401      401
POST   /me/second_factor                                     401   ok      ok      ok       ok       ok
PUT    /me/second_factor                                     401   ok      ok      ok       ok       ok
DELETE /me/second_factor                                     401   ok      ok      ok       ok       ok
POST   /me/recovery_codes                                    401   ok      ok      ok       ok       ok
POST   /me/confirm                                           401   ok      ok      ok       ok       ok
DELETE /me/sign_ins/:uuid                                    401   404     404     404      404      404
DELETE /me/sign_ins                                          401   ok      ok      ok       ok       ok
POST   /password                                             ok    ok      ok      ok       ok       ok
PUT    /password                                             ok    ok      ok      ok       ok       ok
POST   /profiles                                             ok    ok      ok      ok       ok       ok
POST   /client_errors                                        ok    ok      ok      ok       ok       ok
POST   /contact_us                                           ok    ok      ok      ok       ok       ok
PUT    /release_notes/dismiss                                401   ok      ok      ok       ok       ok
POST   /presigned_urls                                       401   403     403     ok       ok       ok
POST   /factor_resets/:token/cancel                          404   404     404     404      404      404
GET    /shared_documents/:token                              404   404     404     404      404      404
POST   /unsubscribe/:token                                   404   404     404     404      404      404
POST   /webhooks/stripe                                      ok    ok      ok      ok       ok       ok

POST   /marketplace/products/search                          ok    ok      ok      ok       ok       ok
POST   /marketplace/products/list                            ok    ok      ok      ok       ok       ok
POST   /marketplace/products/arrivals                        ok    ok      ok      ok       ok       ok
GET    /marketplace/products/:id                             ok    ok      ok      ok       ok       ok
GET    /marketplace/products/for_seller/:seller_id           ok    ok      ok      ok       ok       ok
GET    /marketplace/products/for_seller/:seller_id/similar_products  ok  ok  ok    ok       ok       ok
GET    /marketplace/products/:id/shipping                    401   ok      ok      ok       ok       ok
GET    /marketplace/sellers/:id                              ok    ok      ok      ok       ok       ok
GET    /marketplace/sellers/current_seller                   401   403     403     ok       ok       403
GET    /marketplace/sellers/shipping                         401   403     403     ok       ok       403
PUT    /marketplace/sellers/shipping                         401   403     403     ok       ok       403
PUT    /marketplace/sellers/first_steps                      401   403     403     ok       ok       403
PUT    /marketplace/sellers/update                           401   403     403     ok       ok       403
GET    /products                                             401   403     403     ok       ok       403
POST   /products                                             401   403     403     ok       ok       403
PUT    /products/:id                                         401   403     403     ok       404      ok
DELETE /products/:id                                         401   403     403     ok       404      ok
PUT    /products/batch                                       401   403     403     ok       ok       403
POST   /products/bulk                                        401   403     403     ok       ok       403
POST   /products/bulk/:id/undo                               401   403     403     ok       404      403
GET    /products/:id/changes                                 401   403     403     ok       404      ok
GET    /products/check_upc                                   401   403     403     ok       ok       ok

GET    /company                                              401   ok      ok      ok       ok       403
GET    /company/members                                      401   ok      ok      ok       ok       403
GET    /company/activity                                     401   ok      ok      ok       ok       403
POST   /company/invitations                                  401   ok      ok      ok       ok       403
POST   /company/invitations/:id/resend                       401   ok      404     404      404      403
DELETE /company/invitations/:id                              401   ok      404     404      404      403
PUT    /company/members/:id                                  401   ok      404     404      404      403
DELETE /company/members/:id                                  401   ok      404     404      404      403
PUT    /company                                              401   ok      ok      403     403      403
POST   /company/transfer                                     401   ok      ok      ok       ok       403
GET    /company/api_keys                                     401   ok      ok      ok       ok       403
POST   /company/api_keys                                     401   ok      ok      ok       ok       403
POST   /company/api_keys/:id/rotate                          401   ok      404     404      404      403
DELETE /company/api_keys/:id                                 401   ok      404     404      404      403
GET    /company/api_keys/:id/refusals                        401   ok      404     404      404      403
GET    /company/webhooks                                     401   ok      ok      ok       ok       403
POST   /company/webhooks                                     401   ok      ok      ok       ok       403
PUT    /company/webhooks/:id                                 401   ok      404     404      404      403
POST   /company/webhooks/:id/rotate_secret                   401   ok      404     404      404      403
POST   /company/webhooks/:id/test                            401   ok      404     404      404      403
GET    /company/webhooks/:id/deliveries                      401   ok      404     404      404      403
POST   /company/webhooks/:id/replay                          401   ok      404     404      404      403
POST   /company/webhook_deliveries/:id/replay                401   ok      404     404      404      403
DELETE /company/webhooks/:id                                 401   ok      404     404      404      403
POST   /invitations/accept                                   ok    ok      ok      ok       ok       ok

GET    /marketplace/balance                                  401   403     403     ok       ok       403
GET    /marketplace/ledger                                   401   403     403     ok       ok       403
GET    /marketplace/payouts                                  401   403     403     ok       ok       403
GET    /marketplace/payouts/:id                              401   403     403     ok       404      403
GET    /marketplace/statements/:file                         401   403     403     ok       ok       403

POST   /favorites                                             401   ok      ok      403     403      403
DELETE /favorites/:product_id                                 401   ok      ok      403     403      403
GET    /favorites                                             401   ok      ok      403     403      403
GET    /favorites/ids                                         401   ok      ok      403     403      403
GET    /saved_searches                                        401   ok      ok      403     403      403
POST   /saved_searches                                        401   ok      ok      403     403      403
PUT    /saved_searches/:id                                    401   ok      404     403     403      403
POST   /saved_searches/:id/open                               401   ok      404     403     403      403
DELETE /saved_searches/:id                                    401   ok      404     403     403      403
GET    /want_lists                                            401   ok      ok      403     403      403
POST   /want_lists                                            401   ok      ok      403     403      403
GET    /want_lists/:id                                        401   ok      404     403     403      403
PUT    /want_lists/:id                                        401   ok      404     403     403      403
POST   /want_lists/:id/drafts                                 401   ok      404     403     403      403
GET    /seller/wanted                                         401   403     403     ok      ok       403
PUT    /want_lists/:id/lines                                  401   ok      404     403     403      403
PUT    /wants/:id                                             401   ok      404     403     403      403
DELETE /wants/:id                                             401   ok      404     403     403      403
PAGE   /want_lists/:id                                        in    ok      404     404      404      404
DELETE /want_lists/:id                                        401   ok      404     403     403      403
POST   /marketplace/products/:id/view                         ok    ok      ok      ok       ok       ok
GET    /recent_views                                          401   ok      ok      403     403      403
DELETE /recent_views                                          401   ok      ok      403     403      403
GET    /marketplace/addresses                                401   ok      ok      ok       ok       403
POST   /marketplace/addresses                                401   ok      ok      ok       ok       403
PUT    /marketplace/addresses/:id                            401   ok      404     404      404      403
PUT    /marketplace/addresses/:id/default                    401   ok      404     404      404      403
DELETE /marketplace/addresses/:id                            401   ok      404     404      404      403

GET    /offers                                               401   ok      ok      ok       ok       ok
POST   /offers                                               401   ok      ok      403      403      403
GET    /offers.csv                                           401   ok      ok      ok       ok       403
GET    /offers/:id                                           401   ok      404     ok       404      ok
PUT    /offers/:id/shipping                                  401   ok      404     403      403      403
PUT    /offers/:id/submit                                    401   ok      404     403      403      403
PUT    /offers/:id/accept                                    401   ok      404     ok       404      403
POST   /offers/:id/counter_offer                             401   ok      404     ok       404      403
POST   /offers/:id/counter_offer/reject                      401   ok      404     ok       404      403
POST   /offers/:id/offer_again                               401   ok      404     403      403      403
POST   /offers/:id/withdraw                                  401   ok      404     ok       404      403
GET    /offers/:id/messages                                  401   ok      404     ok       404      ok
POST   /offers/:id/messages                                  401   ok      404     ok       404      403
PUT    /offers/:id/messages/read                             401   ok      404     ok       404      403
POST   /offers/:id/save_for_later                            401   ok      404     403      403      403
POST   /offers/:id/move_to_cart                              401   ok      404     403      403      403
GET    /approvals                                           401   ok      ok      403     403      403
POST   /approvals/:id/approve                               401   ok      404     403     403      403
POST   /approvals/:id/decline                               401   ok      404     403     403      403
POST   /approvals/:id/cancel                                401   ok      404     403     403      403
GET    /events                                              401   ok      ok      ok      ok       403
POST   /offers/bulk_answers/preview                          401   403     403     ok       ok       403
POST   /offers/bulk_answers                                  401   403     403     ok       ok       403
GET    /offers/bulk_answers/:id                              401   403     403     ok       404      ok
PUT    /offers/:offer_id/offer_products/:id                  401   ok      404     403      403      403
DELETE /offers/:offer_id/offer_products/:id                  401   ok      404     403      403      403

GET    /price_guides                                         401   ok      ok      ok       ok       ok
GET    /seller/answer_rules                                  401   403     403     ok       ok       ok
POST   /seller/answer_rules                                  401   403     403     ok       ok       403
PUT    /seller/answer_rules/:id                              401   403     403     ok       404      403
DELETE /seller/answer_rules/:id                              401   403     403     ok       404      403
GET    /seller/analytics                                     401   403     403     ok       ok       ok
GET    /seller/analytics.csv                                 401   403     403     ok       ok       ok

GET    /marketplace/purchase_orders                          401   ok      ok      ok       ok       ok
GET    /marketplace/purchase_orders.csv                      401   ok      ok      ok       ok       403
GET    /marketplace/purchase_orders/:id                      401   ok      404     ok       404      ok
PUT    /marketplace/purchase_orders/:id                      401   ok      404     403      403      403
POST   /marketplace/purchase_orders/:id/shipments            401   403     403     ok       404      ok
PUT    /marketplace/purchase_orders/:id/shipments/:number    401   403     403     ok       404      ok
POST   /marketplace/purchase_orders/:id/shipments/:number/ship  401  403   403     ok       404      ok
DELETE /marketplace/purchase_orders/:id/shipments/:number    401   403     403     ok       404      ok
POST   /marketplace/purchase_orders/:id/cancel_remaining     401   403     403     ok       404      ok
PUT    /marketplace/purchase_orders/:id/ship_to              401   ok      404     403      403      ok
PUT    /marketplace/purchase_orders/:id/buyer_po_number      401   ok      404     403      403      403
POST   /marketplace/purchase_orders/:id/cancel               401   ok      404     ok       404      403
POST   /marketplace/purchase_orders/:id/receive              401   ok      404     403      403      ok
POST   /marketplace/purchase_orders/:id/extend_receipt       401   ok      404     403      403      403
GET    /marketplace/purchase_orders/:id/claims               401   ok      404     ok       404      ok
POST   /marketplace/purchase_orders/:id/claims               401   ok      404     403      403      403
GET    /marketplace/claims                                   401   ok      ok      ok       ok       ok
GET    /marketplace/claims/:id                               401   ok      404     ok       404      ok
POST   /marketplace/claims/:id/messages                      401   ok      404     ok       404      ok
POST   /marketplace/claims/:id/withdraw                      401   ok      404     403      403      403
POST   /marketplace/claims/:id/agree                         401   403     403     ok       404      403
POST   /marketplace/claims/:id/dispute                       401   403     403     ok       404      403
POST   /purchase_orders/:id/payment                          401   ok      404     403      403      403
POST   /purchase_orders/:id/buy_again                        401   ok      404     403      403      403
GET    /purchase_orders/:id/verify_payment                   401   ok      404     403      403      403
GET    /purchase_orders/:id/documents/:file                  401   ok      404     ok       404      ok
GET    /purchase_orders/:id/shipments/:number/packing_slip.pdf  401  ok    404     ok       404      ok

GET    /admin/applications                                   401   403     403     403      403      ok
POST   /admin/applications/:id/approve                       401   403     403     403      403      ok
POST   /admin/applications/:id/deny                          401   403     403     403      403      ok
GET    /admin/applications/:id/denial_email                  401   403     403     403      403      ok
GET    /admin/people/:id                                     401   403     403     403      403      ok
PUT    /admin/people/:id                                     401   403     403     403      403      ok
POST   /admin/people/:id/approve                             401   403     403     403      403      ok
POST   /admin/people/:id/deny                                401   403     403     403      403      ok
POST   /admin/people/:id/reset_second_factor                 401   403     403     403      403      ok
GET    /admin/purchase_orders                                401   403     403     403      403      ok
GET    /admin/purchase_orders/:id                            401   403     403     403      403      ok
POST   /admin/purchase_orders/:id/state_transitions          401   403     403     403      403      ok
POST   /admin/purchase_orders/:id/adjustments                401   403     403     403      403      ok
GET    /admin/claims                                         401   403     403     403      403      ok
POST   /admin/messages/:id/hide                              401   403     403     403      403      ok
POST   /admin/claims/:id/decide                              401   403     403     403      403      ok
GET    /admin/payouts                                        401   403     403     403      403      ok
POST   /admin/payout_batches                                 401   403     403     403      403      ok
GET    /admin/payout_batches/:file                           401   403     403     403      403      ok
POST   /admin/payouts/:id/paid                               401   403     403     403      403      ok
POST   /admin/payouts/:id/void                               401   403     403     403      403      ok
PUT    /admin/sellers/:id/payout_note                        401   403     403     403      403      ok
POST   /admin/purchase_orders/:id/release                    401   403     403     403      403      ok
GET    /admin/refunds                                        401   403     403     403      403      ok
POST   /admin/refunds/:id/retry                              401   403     403     403      403      ok
POST   /admin/refunds/:id/settled                            401   403     403     403      403      ok
GET    /admin/insights/purchase_order                        401   403     403     403      403      ok
GET    /admin/insights/purchaseOrder                         401   403     403     403      403      ok
GET    /admin/insights/product                               401   403     403     403      403      ok
GET    /admin/insights/user                                  401   403     403     403      403      ok
GET    /admin/insights/offer                                 401   403     403     403      403      ok
GET    /admin/insights/rows/:resource                        401   403     403     403      403      ok
GET    /admin/insights/totals/:resource                      401   403     403     403      403      ok
GET    /admin/insights/purchase_order/:id                    401   403     403     403      403      ok
GET    /admin/insights/purchaseOrder/:id                     401   403     403     403      403      ok
GET    /admin/insights/user/:id                              401   403     403     403      403      ok
GET    /admin/insights/offer/:id                             401   403     403     403      403      ok
GET    /admin/insights/download_csv/:file                    401   403     403     403      403      ok
GET    /admin/insights/counts                                401   403     403     403      403      ok
GET    /admin/insights/overview                              401   403     403     403      403      ok
GET    /admin/insights/stuck                                 401   403     403     403      403      ok
GET    /admin/insights/stuck/:kind                           401   403     403     403      403      ok
GET    /admin/sellers                                        401   403     403     403      403      ok
POST   /admin/sellers                                        401   403     403     403      403      ok
PUT    /admin/sellers/:id                                    401   403     403     403      403      ok
POST   /admin/sellers/:id/invite                             401   403     403     403      403      ok
GET    /admin/sellers/:id/products                           401   403     403     403      403      ok
POST   /admin/sellers/:id/products                           401   403     403     403      403      ok
GET    /admin/top_sellers                                    401   403     403     403      403      ok
GET    /admin/tags/:name/products                            401   403     403     403      403      ok
POST   /admin/add_to_tag                                     401   403     403     403      403      ok
POST   /admin/remove_from_tag                                401   403     403     403      403      ok
PUT    /admin/tags/:name/order                                401   403     403     403      403      ok
GET    /admin/audit                                          401   403     403     403      403      ok
GET    /admin/system                                         401   403     403     403      403      ok
GET    /admin/system/jobs                                    401   403     403     403      403      ok
POST   /admin/system/jobs/retry                              401   403     403     403      403      ok
POST   /admin/system/jobs/:job/retry                         401   403     403     403      403      ok
POST   /admin/system/jobs/:job/discard                       401   403     403     403      403      ok
GET    /admin/system/mails                                   401   403     403     403      403      ok
POST   /admin/system/mails/:id/retry                         401   403     403     403      403      ok
POST   /admin/system/mails/:id/discard                       401   403     403     403      403      ok
POST   /admin/system/payment_events/:event/process           401   403     403     403      403      ok
POST   /admin/system/consistency_checks                      401   403     403     403      403      ok
GET    /release_notes                                        401   403     403     403      403      ok
POST   /release_notes                                        401   403     403     403      403      ok

POST   /imported_csvs/                                       401   403     403     ok       ok       403
GET    /imported_csvs/:id                                    401   403     403     ok       404      403
POST   /imported_csvs/:id/retry                              401   403     403     ok       404      403
POST   /imported_csvs/:id/undo                               401   403     403     ok       404      403
GET    /imported_csvs/:id/rejected.csv                       401   403     403     ok       404      403
GET    /import_previews/:id                                  401   403     403     ok       404      403
GET    /import_previews/:id/rows                             401   403     403     ok       404      403
POST   /import_previews                                      401   403     403     ok       ok       403
PUT    /import_previews/:id                                  401   403     403     ok       404      403
POST   /import_previews/:id/commit                           401   403     403     ok       404      403
GET    /import_previews/:id/rejected.csv                     401   403     403     ok       404      403
DELETE /import_previews/:id                                  401   403     403     ok       404      403
GET    /dashboard/export/:what                               401   403     403     ok       ok       403
GET    /dashboard/frame                                      401   403     403     ok       ok       ok
GET    /shopify/login                                        401   403     403     404      404      403
GET    /shopify/callback                                     401   403     403     404      404      403
DELETE /shopify/session                                      401   403     403     404      404      403

GET    /dev/mailbox                                          ok    ok      ok      ok       ok       ok
GET    /dev/mailbox/:id                                      404   404     404     404      404      404
GET    /dev/stock_sheet.csv                                  404   404     404     404      404      404
GET    /dev/webhooks                                         ok    ok      ok      ok       ok       ok
POST   /dev/webhooks/:name                                   ok    ok      ok      ok       ok       ok
GET    /sandbox/checkout/:session                            404   404     404     404      404      404
POST   /sandbox/checkout/:session/pay                        404   404     404     404      404      404
POST   /sandbox/checkout/:session/pay_by_bank                404   404     404     404      404      404
POST   /sandbox/checkout/:session/decline                    404   404     404     404      404      404
POST   /sandbox/checkout/:session/cancel                     404   404     404     404      404      404
GET    /sandbox/verify/:intent                               404   404     404     404      404      404
POST   /sandbox/verify/:intent/confirm                       404   404     404     404      404      404
POST   /sandbox/verify/:intent/refuse                        404   404     404     404      404      404

PAGE   /                                                     ok    away    away    away     away     away
PAGE   /404                                                  404   404     404     404      404      404
PAGE   /sign_in                                              ok    away    away    away     away     away
PAGE   /sign_up                                              ok    away    away    away     away     away
PAGE   /sign_up/buy                                          ok    away    away    away     away     away
PAGE   /sign_up/sell                                         ok    away    away    away     away     away
PAGE   /buyer_inquiry                                        ok    away    away    away     away     away
PAGE   /seller_inquiry                                       ok    away    away    away     away     away
PAGE   /sign_up/buy/confirmation                             ok    ok      ok      ok       ok       ok
PAGE   /sign_up/sell/confirmation                            ok    ok      ok      ok       ok       ok
PAGE   /seller_inquiry/submitted                             in    away    away    away     away     away
PAGE   /sign_up/create_password                              in    away    away    away     away     away
PAGE   /buyers_create_password                               in    away    away    away     away     away
PAGE   /forgot_password                                      ok    away    away    away     away     away
PAGE   /forgot_password/confirmation                         ok    away    away    away     away     away
PAGE   /reset_password                                       ok    ok      ok      ok       ok       ok
PAGE   /unsubscribe/:token                                   404   404     404     404      404      404
PAGE   /magic/sign_in/:token                                 ok    ok      ok      ok       ok       ok
PAGE   /invitations/:token                                   ok    ok      ok      ok       ok       ok
PAGE   /contact_us                                           ok    ok      ok      ok       ok       ok

PAGE   /all_products                                         ok    ok      ok      404      404      ok
PAGE   /all_products/search                                  ok    ok      ok      404      404      ok
PAGE   /all_products/filter/:filter                          ok    ok      ok      404      404      ok
PAGE   /all_products/:seller_id/:product_id                  ok    ok      ok      ok       ok       ok
PAGE   /seller/:id                                           ok    ok      ok      ok       ok       ok
PAGE   /seller/:id/search                                    ok    ok      ok      ok       ok       ok
PAGE   /cart                                                 in    ok      ok      404      404      404
PAGE   /favorites                                            in    ok      ok      404      404      404
PAGE   /saved_searches                                       in    ok      ok      404      404      404
PAGE   /want_lists                                           in    ok      ok      404      404      404
PAGE   /my_offers                                            in    ok      ok      ok       ok       404
PAGE   /settings/api                                         in    ok      ok      ok       ok       404
PAGE   /settings/webhooks/:id                                in    ok      404     404      404      404
PAGE   /settings/company                                     in    ok      ok      ok       ok       404
PAGE   /factor_resets/:token                                 404   404     404     404      404      404
PAGE   /sign_in/code                                         in    away    away    away     away     away
PAGE   /settings                                             in    away    away    away     away     away
PAGE   /settings/security                                    in    ok      ok      ok       ok       ok
PAGE   /settings/notifications                               in    ok      ok      ok       ok       404
PAGE   /settings/addresses                                   in    ok      ok      404      404      404
PAGE   /settings/shipping                                    in    404     404     ok       ok       404
PAGE   /my_orders                                            in    ok      ok      ok       ok       404
PAGE   /my_orders/:id                                        in    ok      404     ok       404      404
PAGE   /admin/applications                                   in    404     404     404      404      ok
PAGE   /admin/people/:id                                     in    404     404     404      404      ok
PAGE   /admin/purchase_orders                                in    404     404     404      404      ok
PAGE   /admin/claims                                         in    404     404     404      404      ok
PAGE   /admin/payouts                                        in    404     404     404      404      ok
PAGE   /admin/purchase_orders/:id                            in    404     404     404      404      ok
PAGE   /admin/insights                                       in    404     404     404      404      ok
PAGE   /admin/insights/stuck/:kind                           in    404     404     404      404      ok
PAGE   /admin/sellers                                        in    404     404     404      404      ok
PAGE   /admin/sellers/:id/products                           in    404     404     404      404      ok
PAGE   /admin/top_sellers                                    in    404     404     404      404      ok
PAGE   /admin/categories                                     in    404     404     404      404      ok
PAGE   /admin/audit                                          in    404     404     404      404      ok
PAGE   /admin/system                                         in    404     404     404      404      ok
PAGE   /admin/release_notes                                  in    404     404     404      404      ok
PAGE   /dashboard                                            in    404     404     ok       ok       away
PAGE   /dashboard/manage_products                            in    404     404     ok       ok       404
PAGE   /dashboard/earnings                                   in    404     404     ok       ok       404
PAGE   /dashboard/offer_rules                                in    404     404     ok       ok       404
PAGE   /dashboard/analytics                                  in    404     404     ok       ok       404
PAGE   /dashboard/manage_products/new                        in    404     404     away     away     404
PAGE   /dashboard/manage_profile                             in    404     404     ok       ok       404
PAGE   /dashboard/new_product                                in    404     404     ok       ok       404
PAGE   /dashboard/new_product/:step                          in    404     404     away     away     404
PAGE   /dashboard/edit_product/:id                           in    404     404     ok       404      ok
PAGE   /dashboard/edit_product/:id/:step                     in    404     404     ok       404      ok
PAGE   /dashboard/import_products                            in    404     404     ok       ok       404
PAGE   /dashboard/import_products/upload_csv                 in    404     404     ok       ok       404
PAGE   /dashboard/shopify                                    in    404     404     404      404      404
PAGE   /seller_inquiry/create_profile                        in    404     404     away     away     404
PAGE   /api/docs                                             ok    ok      ok      ok       ok       ok
PAGE   /api/docs/:tag                                        ok    ok      ok      ok       ok       ok
GET    /api/openapi                                          ok    ok      ok      ok       ok       ok
PAGE   /csv_instructions                                     ok    ok      ok      ok       ok       ok
PAGE   /dev/components                                       ok    ok      ok      ok       ok       ok
PAGE   /dev/mailbox                                          ok    ok      ok      ok       ok       ok
`;

/**
 * What gives way last and first under load (operations.md, Overload). Routes without a row are of class B, which
 * for signed-out visitors is C. 0: never refused; A: commits; D: bulk.
 */
export const LOAD_CLASSES = `
0 POST /dev/webhooks/:name
0 POST /webhooks/stripe
A DELETE /logout
A DELETE /marketplace/purchase_orders/:id/shipments/:number
A DELETE /offers/:offer_id/offer_products/:id
A GET /magic_sign_in
A GET /purchase_orders/:id/verify_payment
A PAGE /magic/sign_in/:token
A POST /admin/purchase_orders/:id/adjustments
A POST /admin/purchase_orders/:id/release
A POST /admin/purchase_orders/:id/state_transitions
A POST /approvals/:id/approve
A POST /login
A POST /login/second_factor
A POST /marketplace/purchase_orders/:id/cancel
A POST /marketplace/purchase_orders/:id/cancel_remaining
A POST /marketplace/purchase_orders/:id/claims
A POST /marketplace/purchase_orders/:id/extend_receipt
A POST /marketplace/purchase_orders/:id/receive
A POST /marketplace/purchase_orders/:id/shipments
A POST /marketplace/purchase_orders/:id/shipments/:number/ship
A POST /offers
A POST /offers/:id/counter_offer
A POST /offers/:id/counter_offer/reject
A POST /offers/:id/move_to_cart
A POST /offers/:id/offer_again
A POST /offers/:id/save_for_later
A POST /offers/:id/withdraw
A POST /offers/bulk_answers
A POST /purchase_orders/:id/buy_again
A POST /purchase_orders/:id/payment
A PUT /marketplace/purchase_orders/:id
A PUT /marketplace/purchase_orders/:id/buyer_po_number
A PUT /marketplace/purchase_orders/:id/ship_to
A PUT /marketplace/purchase_orders/:id/shipments/:number
A PUT /offers/:id/accept
A PUT /offers/:id/shipping
A PUT /offers/:id/submit
A PUT /offers/:offer_id/offer_products/:id
D GET /admin/insights/download_csv/:file
D GET /admin/insights/offer
D GET /admin/insights/product
D GET /admin/insights/purchaseOrder
D GET /admin/insights/purchase_order
D GET /admin/insights/user
D GET /admin/payout_batches/:file
D GET /dashboard/export/:what
D GET /dev/stock_sheet.csv
D GET /import_previews/:id/rejected.csv
D GET /imported_csvs/:id/rejected.csv
D GET /marketplace/purchase_orders.csv
D GET /marketplace/statements/:file
D GET /offers.csv
D GET /seller/analytics.csv
D POST /import_previews
D PUT /import_previews/:id
`;
