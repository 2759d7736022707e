import { member } from '../accounts/policy';
import { limitByAddress, limitByPerson } from '../http/rate-limit';
import { type RouteDependencies, type Routes, route } from '../http/route';
import { publicRoute } from '../http/viewer';
import { showDocument, showPackingSlip, showSharedDocument } from './contract';
import { sendDocument } from './file';
import { sharedDocument, visibleDocument, visiblePackingSlip } from './policy';

export default ({ services }: RouteDependencies): Routes => {
  const countRequest = limitByPerson(services, 'documents');
  const countShared = limitByAddress(services, 'shared-documents');
  return [
    route(showDocument, {
      may: member,
      needs: { buyer: 'orders:read', seller: 'amounts:read' },
      find: visibleDocument,
      reply: async ({ viewer, subject, req, res }) => {
        await countRequest(viewer.id);
        return sendDocument(services, subject, req, res);
      },
    }),
    route(showSharedDocument, {
      may: publicRoute,
      find: sharedDocument,
      reply: async ({ subject, req, res }) => {
        await countShared(req);
        return sendDocument(services, subject, req, res);
      },
    }),
    route(showPackingSlip, {
      may: member,
      needs: 'orders:read',
      find: visiblePackingSlip,
      reply: async ({ viewer, subject, req, res }) => {
        await countRequest(viewer.id);
        return sendDocument(services, subject, req, res);
      },
    }),
  ];
};
