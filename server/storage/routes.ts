import { type Routes, route } from '../http/route';
import type { Identity, May } from '../http/viewer';
import type { Services } from '../services';
import { presign } from './contract';
import { presignPreview, presignUpload } from './uploads';

/** Who may upload is the domains' word: sellers and staff. */
export default <Viewer extends Identity>(services: Services, mayUpload: May<Viewer>): Routes => [
  route(presign, {
    may: mayUpload,
    reply: async ({ viewer, body }) =>
      body.operation === 'get_object'
        ? { aws_url: await presignPreview(services, viewer.id, body.key ?? '') }
        : presignUpload(services, viewer.id),
  }),
];
