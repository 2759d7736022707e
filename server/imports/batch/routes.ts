import { seller } from '../../accounts/policy';
import { limit } from '../../http/rate-limit';
import { type RouteDependencies, type Routes, route } from '../../http/route';
import { writeBatch } from './batch';
import { writeProducts } from './contract';
import { batchBody } from './schema';

const MAX_BYTES = 2_000_000;

export default ({ services }: RouteDependencies): Routes => {
  const perCompany = limit(services, 'product-batches');
  return [
    route(writeProducts, {
      body: batchBody,
      may: seller,
      needs: 'products:write',
      retry: 'again',
      maxBytes: MAX_BYTES,
      status: 200,
      reply: async ({ viewer, body, req }) => {
        if (services.config.rateLimits) await perCompany.consume(String(viewer.seller_id));
        return writeBatch(services, viewer, body.products, req.headers['idempotency-key'] !== undefined);
      },
    }),
  ];
};
