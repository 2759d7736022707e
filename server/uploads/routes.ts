import type { Request } from 'express';
import { limit } from '../http/rate-limit';
import { type Routes, route } from '../http/route';
import type { Identity, May } from '../http/viewer';
import type { Services } from '../services';
import { presign } from './contract';
import { presignPreview, presignUpload } from './upload';

/** A file of 35 MB each: enough for a catalogue by hand, too little to fill a disk unseen. */
const MAX_PER_HOUR = 600;

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/** One machine has several names: who came to 127.0.0.1 may not fetch from localhost (the page's policy). */
function reachableFrom(req: Request, appUrl: string) {
  const host = req.headers.host ?? '';
  const local = LOOPBACK.test(host) && LOOPBACK.test(new URL(appUrl).host);
  return (address: string) =>
    local && address.startsWith(`${appUrl}/`) ? `http://${host}${address.slice(appUrl.length)}` : address;
}

/** Who may upload is the domains' word: sellers and staff. */
export default <Viewer extends Identity>(services: Services, mayUpload: May<Viewer>): Routes => {
  const perUser = (name: string) =>
    limit(services.limitsPool, { name, points: MAX_PER_HOUR, seconds: 3_600 });
  const limits = { upload: perUser('uploads'), preview: perUser('previews') };
  return [
    route(presign, {
      may: mayUpload,
      reply: async ({ viewer, body, req }) => {
        const isPreview = body.operation === 'get_object';
        if (services.config.rateLimits)
          await limits[isPreview ? 'preview' : 'upload'].consume(String(viewer.id));
        const reachable = reachableFrom(req, services.config.appUrl);
        if (isPreview)
          return { aws_url: reachable(await presignPreview(services, viewer.id, body.key ?? '')) };
        const upload = await presignUpload(services, viewer.id);
        return { ...upload, aws_url: reachable(upload.aws_url) };
      },
    }),
  ];
};
