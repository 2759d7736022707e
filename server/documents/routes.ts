import { member } from '../accounts/policy';
import { limit } from '../http/rate-limit';
import { type RouteDependencies, type Routes, route } from '../http/route';
import { showDocument, showPackingSlip } from './contract';
import { sendDocument } from './file';
import { visibleDocument, visiblePackingSlip } from './policy';

const MAX_PER_HOUR = 300;

export default ({ services }: RouteDependencies): Routes => {
  const requests = limit(services, { name: 'documents', points: MAX_PER_HOUR, seconds: 3_600 });
  const allow = async (userId: number) => {
    if (services.config.rateLimits) await requests.consume(String(userId));
  };
  return [
    route(showDocument, {
      may: member,
      find: visibleDocument,
      reply: async ({ viewer, subject, req, res }) => {
        await allow(viewer.id);
        return sendDocument(services, subject, req, res);
      },
    }),
    route(showPackingSlip, {
      may: member,
      find: visiblePackingSlip,
      reply: async ({ viewer, subject, req, res }) => {
        await allow(viewer.id);
        return sendDocument(services, subject, req, res);
      },
    }),
  ];
};
