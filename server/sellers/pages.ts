import { seller } from '../accounts/policy';
import { ownAddresses } from '../addresses/queries';
import { addressDocument } from '../addresses/serializer';
import { NotFound } from '../http/errors';
import { page, type Routes } from '../http/route';
import { settingsShipping } from './contract';
import { sellerById } from './queries';
import { shippingSettings } from './shipping';

export default (): Routes => [
  page('/settings/shipping', {
    may: seller,
    needs: 'products:read',
    title: 'Shipping',
    view: 'pages/settings',
    island: settingsShipping,
    props: async ({ db, viewer }) => {
      const [own, locations] = await Promise.all([
        sellerById(db, viewer.seller_id),
        ownAddresses(db, viewer),
      ]);
      if (!own) throw NotFound();
      return {
        shipping: shippingSettings(own),
        locations: locations.map(addressDocument),
        company: own.name,
        is_unread: !own.steps_read.includes('shipping'),
      };
    },
  }),
];
