import { anyone, type Seller, seller } from '../accounts/policy';
import { NotFound } from '../http/errors';
import { page, type Routes, route, type Setup } from '../http/route';
import { frameOf } from '../sellers/dashboard';
import {
  commitPreview,
  createPreview,
  exportCsv,
  importCsv,
  importProducts,
  rejectedCsv,
  updatePreview,
} from './contract';
import { sendCsv } from './csv-answer';
import { exportRows, exportsOf } from './export';
import type { Mapping } from './headings';
import { startImport } from './import';
import { changePreview, commit, describe, openJudged, openPreview } from './preview';
import { refusedHeadings, refusedRows } from './refused';
import { importRecord } from './serializer';

export default ({ services }: Setup): Routes => {
  const ownPreview = (viewer: Seller, { id }: { id: number }) =>
    services.db('import_previews').where({ id, seller_id: viewer.seller_id }).first();

  return [
    route(importCsv, {
      may: seller,
      reply: async ({ db, viewer, body, res }) => {
        const { record, isNew } = await startImport(services, viewer, body);
        if (isNew) res.status(201);
        return importRecord(db, record);
      },
    }),
    route(createPreview, {
      may: seller,
      status: 201,
      reply: async ({ viewer, body }) => describe(services, await openPreview(services, viewer, body.key)),
    }),
    route(updatePreview, {
      may: seller,
      find: ownPreview,
      reply: async ({ subject, body }) =>
        describe(
          services,
          await changePreview(services, subject, {
            mapping: body.mapping as Mapping | undefined,
            fixes: body.fixes,
          }),
        ),
    }),
    route(commitPreview, {
      may: seller,
      find: ownPreview,
      reply: async ({ db, viewer, subject, res }) => {
        const { record, isNew } = await commit(services, viewer, subject);
        if (isNew) res.status(201);
        return importRecord(db, record);
      },
    }),
    route(rejectedCsv, {
      may: seller,
      find: ownPreview,
      reply: async ({ subject, res }) => {
        await sendCsv(res, 'rejected', refusedHeadings, refusedRows(await openJudged(services, subject)));
        return '';
      },
    }),
    route(exportCsv, {
      may: seller,
      reply: async ({ viewer, params, res }) => {
        const [, name = ''] = /^([a-z]+)\.csv$/.exec(params.what) ?? [];
        const what = exportsOf[name];
        if (!what) throw NotFound();
        const headings = what.columns.map(([, heading]) => heading);
        await sendCsv(
          res,
          name,
          headings,
          exportRows(services.replica, what, viewer.seller_id, services.config.appUrl),
        );
        return '';
      },
    }),
    ...(['prepare', 'upload'] as const).map((step) =>
      page(step === 'prepare' ? '/dashboard/import_products' : '/dashboard/import_products/upload_csv', {
        may: seller,
        title: 'Bulk Add Products',
        heading: 'hidden',
        island: importProducts,
        props: async ({ viewer }) => ({ frame: await frameOf(services, viewer), step }),
      }),
    ),
    page('/csv_instructions', { may: anyone, title: 'CSV instructions', view: 'pages/csv_instructions' }),
  ];
};
