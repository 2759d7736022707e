import { seller } from '../accounts/policy';
import { page, type RouteDependencies, type Routes, route } from '../http/route';
import { dashboardFrame } from '../sellers/dashboard';
import { connect, disconnect, loginAddress, storeOf } from './connect';
import { disconnectShopify, shopifyCallback, shopifyLogin, shopifyPage } from './contract';
import { offeredConnection } from './policy';
import { shopifyCallbackQuery, shopifyLoginQuery } from './schema';

const PAGE = '/dashboard/shopify';

export default ({ services }: RouteDependencies): Routes => {
  return [
    route(shopifyLogin, {
      query: shopifyLoginQuery,
      may: seller,
      needs: 'products:write',
      find: offeredConnection,
      reply: async ({ viewer, query }) => ({
        shopify_login_url: await loginAddress(services, viewer, query.shop),
      }),
    }),
    route(shopifyCallback, {
      query: shopifyCallbackQuery,
      may: seller,
      needs: 'products:write',
      find: offeredConnection,
      changes: true,
      reply: async ({ viewer, req, res }) => {
        const parameters = new URL(req.originalUrl, services.config.appUrl).searchParams;
        const connected = await connect(services, viewer, parameters).catch((error: unknown) => {
          services.log.warn({ err: error }, 'a store could not be connected');
          return false;
        });
        res.redirect(302, connected ? PAGE : `${PAGE}?failed=true`);
        return undefined;
      },
    }),
    route(disconnectShopify, {
      may: seller,
      needs: 'products:write',
      retry: 'done',
      find: offeredConnection,
      reply: async ({ db, viewer }) => {
        await disconnect(db, viewer);
        return undefined;
      },
    }),
    page(PAGE, {
      may: seller,
      needs: 'products:write',
      find: offeredConnection,
      title: 'Shopify',
      heading: 'hidden',
      island: shopifyPage,
      props: async ({ db, viewer, query }) => ({
        frame: await dashboardFrame(services, viewer),
        store: await storeOf(db, viewer),
        failed: query.failed === 'true',
      }),
    }),
  ];
};
