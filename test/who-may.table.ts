/**
 * Who may what: every route of the live router, by anonymous, buyer A, buyer B, seller A, seller B and staff. What is
 * named by an id belongs to buyer A and seller A; applications and people are somebody else's.
 *
 * ok: allowed (whatever the body is then refused for); 401, 403, 404 as such; in: a page that leads to sign-in;
 * away: a page that leads elsewhere.
 */
export const WHO_MAY = `
                                                            none  buyerA  buyerB  sellerA  sellerB  staff
GET    /me                                                   401   ok      ok      ok       ok       ok
GET    /current_user                                         ok    ok      ok      ok       ok       ok
GET    /header/badges                                        401   ok      ok      ok       ok       ok
GET    /site.webmanifest                                     ok    ok      ok      ok       ok       ok
GET    /magic_sign_in                                        401   401     401     401      401      401
POST   /login                                                401   401     401     401      401      401
DELETE /logout                                               ok    ok      ok      ok       ok       ok
PUT    /me                                                   401   ok      ok      ok       ok       ok
POST   /password                                             ok    ok      ok      ok       ok       ok
PUT    /password                                             ok    ok      ok      ok       ok       ok
POST   /profiles                                             ok    ok      ok      ok       ok       ok
POST   /contact_us                                           ok    ok      ok      ok       ok       ok
PUT    /release_notes/dismiss                                401   ok      ok      ok       ok       ok
POST   /presigned_urls                                       401   403     403     ok       ok       ok
POST   /webhooks/stripe                                      ok    ok      ok      ok       ok       ok

POST   /marketplace/products/search                          ok    ok      ok      ok       ok       ok
POST   /marketplace/products/list                            ok    ok      ok      ok       ok       ok
POST   /marketplace/products/arrivals                        ok    ok      ok      ok       ok       ok
GET    /marketplace/products/:id                             ok    ok      ok      ok       ok       ok
GET    /marketplace/products/for_seller/:seller_id           ok    ok      ok      ok       ok       ok
GET    /marketplace/products/for_seller/:seller_id/similar_products  ok  ok  ok    ok       ok       ok
GET    /marketplace/sellers/:id                              ok    ok      ok      ok       ok       ok
GET    /marketplace/sellers/current_seller                   401   403     403     ok       ok       403
PUT    /marketplace/sellers/update                           401   403     403     ok       ok       403
POST   /products                                             401   403     403     ok       ok       403
PUT    /products/:id                                         401   403     403     ok       404      ok
DELETE /products/:id                                         401   403     403     ok       404      ok
POST   /products/bulk                                        401   403     403     ok       ok       403
POST   /products/bulk/:id/undo                               401   403     403     ok       404      403
GET    /products/check_upc                                   401   403     403     ok       ok       ok

GET    /offers                                               401   ok      ok      ok       ok       ok
POST   /offers                                               401   ok      ok      403      403      403
GET    /offers/:id                                           401   ok      404     ok       404      ok
PUT    /offers/:id/submit                                    401   ok      404     403      403      403
PUT    /offers/:id/accept                                    401   ok      404     ok       404      403
POST   /offers/:id/counter_offer                             401   ok      404     ok       404      403
POST   /offers/:id/counter_offer/reject                      401   ok      404     ok       404      403
POST   /offers/:id/withdraw                                  401   ok      404     ok       404      403
POST   /offers/:id/save_for_later                            401   ok      404     403      403      403
POST   /offers/:id/move_to_cart                              401   ok      404     403      403      403
PUT    /offers/:offer_id/offer_products/:id                  401   ok      404     403      403      403
DELETE /offers/:offer_id/offer_products/:id                  401   ok      404     403      403      403

GET    /marketplace/purchase_orders                          401   ok      ok      ok       ok       ok
PUT    /marketplace/purchase_orders/:id                      401   ok      404     403      403      403
POST   /purchase_orders/:id/payment                          401   ok      404     403      403      403
GET    /purchase_orders/:id/verify_payment                   401   ok      404     403      403      403

GET    /admin/applications                                   401   403     403     403      403      ok
POST   /admin/applications/:id/approve                       401   403     403     403      403      ok
POST   /admin/applications/:id/deny                          401   403     403     403      403      ok
GET    /admin/people/:id                                     401   403     403     403      403      ok
PUT    /admin/people/:id                                     401   403     403     403      403      ok
GET    /admin/purchase_orders                                401   403     403     403      403      ok
POST   /admin/purchase_orders/:id/state_transitions          401   403     403     403      403      ok
GET    /admin/insights/purchase_order                        401   403     403     403      403      ok
GET    /admin/insights/purchaseOrder                         401   403     403     403      403      ok
GET    /admin/insights/product                               401   403     403     403      403      ok
GET    /admin/insights/user                                  401   403     403     403      403      ok
GET    /admin/insights/offer                                 401   403     403     403      403      ok
GET    /admin/insights/rows/:resource                        401   403     403     403      403      ok
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
GET    /release_notes                                        401   403     403     403      403      ok
POST   /release_notes                                        401   403     403     403      403      ok

POST   /imported_csvs/                                       401   403     403     ok       ok       403
GET    /imported_csvs/:id                                    401   403     403     ok       404      403
POST   /imported_csvs/:id/retry                              401   403     403     ok       404      403
GET    /imported_csvs/:id/rejected.csv                       401   403     403     ok       404      403
GET    /import_previews/:id                                  401   403     403     ok       404      403
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
PAGE   /magic/sign_in/:token                                 ok    ok      ok      ok       ok       ok
PAGE   /contact_us                                           ok    ok      ok      ok       ok       ok

PAGE   /all_products                                         ok    ok      ok      404      404      ok
PAGE   /all_products/search                                  ok    ok      ok      404      404      ok
PAGE   /all_products/filter/:filter                          ok    ok      ok      404      404      ok
PAGE   /all_products/:seller_id/:product_id                  ok    ok      ok      ok       ok       ok
PAGE   /seller/:id                                           ok    ok      ok      ok       ok       ok
PAGE   /seller/:id/search                                    ok    ok      ok      ok       ok       ok
PAGE   /cart                                                 in    ok      ok      404      404      404
PAGE   /my_offers                                            in    ok      ok      ok       ok       404
PAGE   /my_orders                                            in    ok      ok      ok       ok       404
PAGE   /admin/applications                                   in    404     404     404      404      ok
PAGE   /admin/people/:id                                     in    404     404     404      404      ok
PAGE   /admin/purchase_orders                                in    404     404     404      404      ok
PAGE   /admin/insights                                       in    404     404     404      404      ok
PAGE   /admin/insights/stuck/:kind                           in    404     404     404      404      ok
PAGE   /admin/sellers                                        in    404     404     404      404      ok
PAGE   /admin/sellers/:id/products                           in    404     404     404      404      ok
PAGE   /admin/top_sellers                                    in    404     404     404      404      ok
PAGE   /admin/categories                                     in    404     404     404      404      ok
PAGE   /admin/audit                                          in    404     404     404      404      ok
PAGE   /admin/release_notes                                  in    404     404     404      404      ok
PAGE   /dashboard                                            in    404     404     ok       ok       away
PAGE   /dashboard/manage_products                            in    404     404     ok       ok       404
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
PAGE   /csv_instructions                                     ok    ok      ok      ok       ok       ok
PAGE   /dev/components                                       ok    ok      ok      ok       ok       ok
PAGE   /dev/mailbox                                          ok    ok      ok      ok       ok       ok
`;
