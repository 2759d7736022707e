import { buyer } from '../accounts/policy';
import { isCapable } from '../contract/capabilities';
import { page, type Routes } from '../http/route';
import { settingsAddresses } from './contract';
import { ownAddresses } from './queries';
import { addressDocument } from './serializer';

export default (): Routes => [
  page('/settings/addresses', {
    may: buyer,
    needs: 'offers:read',
    title: 'Addresses',
    view: 'pages/settings',
    island: settingsAddresses,
    props: async ({ db, viewer }) => ({
      addresses: (await ownAddresses(db, viewer)).map(addressDocument),
      company: viewer.name,
      readOnly: !isCapable(viewer, 'offers:write'),
    }),
  }),
];
