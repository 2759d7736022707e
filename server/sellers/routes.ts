import type { Db } from '../../db/connection';
import { anyone, type Seller, seller } from '../accounts/policy';
import { NotFound } from '../http/errors';
import { page, type RouteDependencies, type Routes, route } from '../http/route';
import { pictureFields } from '../uploads/form-files';
import {
  currentSeller,
  manageProfile,
  readFirstStep,
  showSeller,
  showShippingSettings,
  updateSeller,
  updateShippingSettings,
} from './contract';
import { dashboardFrame, markStepRead } from './dashboard';
import { visibleSeller } from './policy';
import { saveProfile } from './profile';
import { sellerById } from './queries';
import { firstStepBody, sellerBody } from './schema';
import { sellerProfile } from './serializer';
import { saveShippingSettings, shippingSettings } from './shipping';
import { shippingBody } from './shipping-schema';

async function ownSeller(db: Db, { seller_id }: Seller) {
  const own = await sellerById(db, seller_id);
  if (!own) throw NotFound();
  return own;
}

const ownProfile = async (db: Db, viewer: Seller) => sellerProfile(await ownSeller(db, viewer));

export default ({ services }: RouteDependencies): Routes => [
  route(currentSeller, {
    may: seller,
    needs: 'products:read',
    reply: ({ db, viewer }) => ownProfile(db, viewer),
  }),
  route(updateSeller, {
    body: sellerBody,
    may: seller,
    needs: 'products:write',
    retry: currentSeller,
    form: { to: '/dashboard/manage_profile', notice: 'Profile saved.' },
    files: pictureFields('seller', ['logo', 'banner']),
    reply: async ({ viewer, body }) =>
      sellerProfile(await saveProfile(services, viewer.seller_id, body.seller, viewer)),
  }),
  route(showShippingSettings, {
    may: seller,
    needs: 'products:read',
    reply: async ({ db, viewer }) => ({ shipping: shippingSettings(await ownSeller(db, viewer)) }),
  }),
  route(updateShippingSettings, {
    body: shippingBody,
    may: seller,
    needs: 'products:write',
    retry: showShippingSettings,
    reply: async ({ viewer, body }) => ({
      shipping: await services.transaction((tx) => saveShippingSettings(tx, viewer.seller_id, body.shipping)),
    }),
  }),
  route(readFirstStep, {
    body: firstStepBody,
    may: seller,
    needs: 'products:write',
    retry: 'again',
    reply: async ({ viewer, body: { step } }) =>
      void (await services.transaction((tx) => markStepRead(tx, viewer, step))),
  }),
  route(showSeller, {
    may: anyone,
    find: visibleSeller,
    reply: ({ subject }) => sellerProfile(subject),
  }),
  page('/dashboard/manage_profile', {
    may: seller,
    needs: 'products:write',
    title: 'Manage Profile',
    heading: 'hidden',
    island: manageProfile,
    props: async ({ db, viewer }) => ({
      frame: await dashboardFrame(services, viewer),
      seller: await ownProfile(db, viewer),
    }),
  }),
  page('/seller_inquiry/create_profile', {
    may: seller,
    needs: 'products:write',
    title: 'Create Your Profile',
    heading: 'hidden',
    island: manageProfile,
    redirect: ({ viewer }) => (viewer.has_description ? '/dashboard/manage_profile' : null),
    props: async ({ db, viewer }) => ({ frame: null, seller: await ownProfile(db, viewer) }),
  }),
];
