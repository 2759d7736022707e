import { type Seller, seller } from '../accounts/policy';
import { page, type Routes, type Setup } from '../http/route';
import { frameOf } from '../sellers/dashboard';
import { manageProducts, productWizard, stepNames } from './dashboard-contract';
import type { ProductStep } from './form-contract';
import { OWN_PER_PAGE, readManage } from './manage-contract';
import { missingSteps } from './missing-contract';
import { owns } from './policy';
import { productById } from './queries';
import { ownProducts, statusCounts } from './seller-lists';
import { ownProduct } from './serializer';
import { documentFor } from './showing';

/** The seller's pages about products (spec 2, section 2). */
export default ({ services }: Setup): Routes => {
  const wizard = {
    may: seller,
    heading: 'hidden',
    island: productWizard,
  } as const;
  const isStep = (name: string): name is ProductStep => (stepNames as string[]).includes(name);
  const frame = (viewer: Seller) => frameOf(services, viewer);

  return [
    page(['/dashboard', '/dashboard/manage_products'], {
      may: seller,
      title: 'Manage Products',
      heading: 'hidden',
      island: manageProducts,
      props: async ({ db, viewer, query }) => {
        const state = readManage(query);
        const { name, status, sort } = state;
        const list = {
          sellerId: viewer.seller_id,
          name,
          status,
          sort,
          limit: OWN_PER_PAGE * state.pages,
          offset: 0,
        };
        const [{ rows, count }, status_counts] = await Promise.all([
          ownProducts(db, list),
          statusCounts(db, viewer.seller_id),
        ]);
        return {
          frame: await frame(viewer),
          seller_id: viewer.seller_id,
          state,
          products: rows.map(ownProduct),
          count,
          status_counts,
        };
      },
    }),
    page('/dashboard/manage_products/new', {
      may: seller,
      title: 'Add Product',
      redirect: () => '/dashboard/new_product',
    }),
    page('/dashboard/new_product', {
      ...wizard,
      title: 'Add Product',
      props: async ({ viewer }) => ({
        frame: await frame(viewer),
        step: 'identifiers' as const,
        product: null,
        fee_bps: services.config.feeBps,
      }),
    }),
    // The other steps need a product: whoever asks for one begins at the first.
    page('/dashboard/new_product/:step', {
      may: seller,
      title: 'Add Product',
      redirect: () => '/dashboard/new_product',
    }),
    page(['/dashboard/edit_product/:id', '/dashboard/edit_product/:id/:step'], {
      ...wizard,
      find: async (viewer, params, { db }) => {
        const named = (params as { step?: string }).step;
        if (named !== undefined && !isStep(named)) return null;
        const product = await productById(db, params.id);
        if (!product || !owns(viewer, product)) return null;
        return { product, step: named ?? missingSteps(product)[0] ?? 'identifiers' };
      },
      title: ({ subject }) => `Edit ${subject.product.name}`,
      props: async ({ db, viewer, subject: { product, step } }) => ({
        frame: await frame(viewer),
        step,
        product: await documentFor(db, product, viewer),
        fee_bps: services.config.feeBps,
      }),
    }),
  ];
};
