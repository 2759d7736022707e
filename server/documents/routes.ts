import { member } from '../accounts/policy';
import { limitByPerson } from '../http/rate-limit';
import { type RouteDependencies, type Routes, route } from '../http/route';
import { showDocument, showPackingSlip } from './contract';
import { sendDocument } from './file';
import { visibleDocument, visiblePackingSlip } from './policy';

export default ({ services }: RouteDependencies): Routes => {
  const countRequest = limitByPerson(services, 'documents');
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
