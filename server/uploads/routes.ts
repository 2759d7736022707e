import type { Request } from 'express';
import { type Buyer, member, type Person } from '../accounts/policy';
import { isCapable } from '../contract/capabilities';
import { Forbidden } from '../http/errors';
import { limitByPerson } from '../http/rate-limit';
import { type RouteDependencies, type Routes, route } from '../http/route';
import { presign } from './contract';
import { presignBody } from './schema';
import { presignPreview, presignUpload } from './upload';

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/** The Content-Security-Policy lets a page of 127.0.0.1 fetch from that name only, not from localhost. */
function reachableFrom(req: Request, appUrl: string) {
  const host = req.headers.host ?? '';
  const local = LOOPBACK.test(host) && LOOPBACK.test(new URL(appUrl).host);
  return (address: string) =>
    local && address.startsWith(`${appUrl}/`) ? `http://${host}${address.slice(appUrl.length)}` : address;
}

type MayUpload = (viewer: Person, orderId: number) => Promise<boolean>;

export default ({ services }: RouteDependencies, mayUploadForClaim: MayUpload): Routes => {
  const countUpload = limitByPerson(services, 'uploads');
  const countPreview = limitByPerson(services, 'previews');
  const mayBuyerUpload = async (viewer: Buyer, purpose: string | undefined, orderId: number) =>
    purpose === 'claim'
      ? isCapable(viewer, 'orders:write') && (await mayUploadForClaim(viewer, orderId))
      : purpose === 'want_list' && isCapable(viewer, 'offers:write');
  return [
    route(presign, {
      body: presignBody,
      may: member,
      needs: { buyer: ['orders:write', 'offers:write'], seller: ['products:write', 'orders:write'] },
      retry: 'again',
      reply: async ({ viewer, body, req }) => {
        const { purpose, purchase_order_id = 0 } = body;
        if (viewer.kind === 'buyer' && !(await mayBuyerUpload(viewer, purpose, purchase_order_id)))
          throw Forbidden();
        const isPreview = body.operation === 'get_object';
        await (isPreview ? countPreview : countUpload)(viewer.id);
        const reachable = reachableFrom(req, services.config.appUrl);
        if (isPreview)
          return { aws_url: reachable(await presignPreview(services, viewer.id, body.key ?? '')) };
        const upload = await presignUpload(services, viewer.id);
        return { ...upload, aws_url: reachable(upload.aws_url) };
      },
    }),
  ];
};
