import type { Request } from 'express';
import type { Db } from '../../../db/connection';
import { type Seller, type Staff, seller, sellerOrStaff, staff } from '../../accounts/policy';
import { ownAddresses } from '../../addresses/queries';
import { NotFound } from '../../http/errors';
import { page, type RouteDependencies, type Routes, route } from '../../http/route';
import { showDashboard } from '../../sellers/contract';
import { dashboardFrame } from '../../sellers/dashboard';
import { sellerById } from '../../sellers/queries';
import { documentFor } from '../presenter';
import { ownProduct } from '../serializer';
import { manageProducts, productWizard, type SalesSummaryReader, type WizardLocation } from './contract';
import { writableProductAtStep } from './policy';
import { ownProducts, statusCounts } from './queries';
import { OWN_PER_PAGE, readManage, readView, VIEW_COOKIE } from './rules';

async function ownList(
  db: Db,
  sellerId: number,
  { name, status, sort, pages }: ReturnType<typeof readManage>,
) {
  const limit = OWN_PER_PAGE * pages;
  const [{ rows, count }, status_counts] = await Promise.all([
    ownProducts(db, { sellerId, name, status, sort, limit, offset: 0 }),
    statusCounts(db, sellerId),
  ]);
  return { products: rows.map(ownProduct), count, status_counts };
}

const locationsOf = async (db: Db, viewer: Seller): Promise<WizardLocation[]> =>
  (await ownAddresses(db, viewer)).map(({ id, company, city, region, is_default }) => ({
    id,
    name: `${company}, ${city}, ${region}`,
    default: is_default,
  }));

interface ManageRequest {
  db: Db;
  viewer: Seller;
  query: Readonly<Record<string, unknown>>;
  req: Request;
}

export default ({ services }: RouteDependencies, salesOf: SalesSummaryReader): Routes => {
  const wizard = {
    heading: 'hidden',
    island: productWizard,
  } as const;
  const frame = (viewer: Seller) => dashboardFrame(services, viewer);
  const manageProps = async ({ db, viewer, query, req }: ManageRequest) => {
    const asked = readManage(query);
    const [list, banner, sales] = await Promise.all([
      ownList(db, viewer.seller_id, asked),
      frame(viewer),
      salesOf(viewer.seller_id),
    ]);
    const chosen = query.view ?? (req.cookies as Record<string, unknown>)[VIEW_COOKIE];
    const state = { ...asked, view: readView(chosen, list.status_counts) };
    return { frame: banner, sales, seller_id: viewer.seller_id, state, ...list };
  };
  /** Staff have no dashboard. */
  const ofProduct = async (viewer: Seller | Staff, sellerId: number) => {
    const [own, ofProducts, locations] = await Promise.all([
      seller(viewer) ? frame(viewer) : null,
      sellerById(services.db, sellerId),
      seller(viewer) ? locationsOf(services.db, viewer) : [],
    ]);
    return {
      frame: own,
      profile_complete: ofProducts?.profile_complete === true,
      fee_bps: services.config.feeBps,
      shipping_terms: (seller(viewer) && ofProducts?.shipping_terms) || null,
      locations,
    };
  };

  return [
    route(showDashboard, {
      may: sellerOrStaff,
      needs: 'products:read',
      reply: async ({ viewer }) => ({
        frame: seller(viewer) ? await frame(viewer) : null,
        seller_id: viewer.seller_id,
        fee_bps: services.config.feeBps,
        contact_email: services.config.contactEmail,
      }),
    }),
    page('/dashboard', {
      may: sellerOrStaff,
      needs: 'products:read',
      title: 'Manage Products',
      heading: 'hidden',
      island: manageProducts,
      redirect: ({ viewer }) => (staff(viewer) ? '/admin/insights' : null),
      props: ({ viewer, ...context }) => {
        if (!seller(viewer)) throw NotFound();
        return manageProps({ ...context, viewer });
      },
    }),
    page('/dashboard/manage_products', {
      may: seller,
      needs: 'products:read',
      title: 'Manage Products',
      heading: 'hidden',
      island: manageProducts,
      props: manageProps,
    }),
    page('/dashboard/manage_products/new', {
      may: seller,
      needs: 'products:write',
      title: 'Add Product',
      redirect: () => '/dashboard/new_product',
    }),
    page('/dashboard/new_product', {
      ...wizard,
      may: seller,
      needs: 'products:write',
      title: 'Add Product',
      props: async ({ viewer }) => ({
        ...(await ofProduct(viewer, viewer.seller_id)),
        step: 'identifiers' as const,
        product: null,
      }),
    }),
    // Later steps need a product, so they redirect to the first.
    page('/dashboard/new_product/:step', {
      may: seller,
      needs: 'products:write',
      title: 'Add Product',
      redirect: () => '/dashboard/new_product',
    }),
    page(['/dashboard/edit_product/:id', '/dashboard/edit_product/:id/:step'], {
      ...wizard,
      may: sellerOrStaff,
      needs: 'products:write',
      find: writableProductAtStep,
      title: ({ subject }) => `Edit ${subject.product.name}`,
      props: async ({ db, viewer, subject: { product, step } }) => ({
        ...(await ofProduct(viewer, product.seller_id)),
        step,
        product: await documentFor(db, product, viewer),
      }),
    }),
  ];
};
