import { anyone, seller } from '../accounts/policy';
import { REQUIRED } from '../contract/fields';
import { MAX_CSV_BYTES } from '../contract/limits';
import { sendCsv, sendCsvText } from '../http/csv';
import { Invalid, NotFound } from '../http/errors';
import { idNumber } from '../http/pagination';
import { page, type RouteDependencies, type Routes, route } from '../http/route';
import { dashboardFrame } from '../sellers/dashboard';
import {
  exportCsv,
  type ImportProductsProps,
  importCsv,
  importProducts,
  importRejects,
  retryImport,
  showImport,
  UPLOAD_PAGE,
  undoImport as undoImportCall,
} from './contract';
import { exportOf } from './export';
import { startImport } from './import';
import { ownImport, ownPreview } from './policy';
import {
  commitPreview,
  createPreview,
  discardPreview,
  listPreviewRows,
  type PreviewChanges,
  rejectedCsv,
  showPreview as showPreviewCall,
  updatePreview,
} from './preview/contract';
import { previewBody, previewChanges, previewRowsQuery } from './preview/schema';
import {
  changePreview,
  commit,
  discard,
  openPreview,
  previewRows,
  rejectedCsvOfPreview,
  showPreview,
} from './previews';
import { unfinishedImports } from './queries';
import { currentRejectedCsv } from './reading/ask';
import { resumeImport } from './retry';
import { CSV_TOO_LARGE } from './rules';
import { commitBody, importBody } from './schema';
import { importRecord } from './serializer';
import { undoImport } from './undo';

/** Multipart alternative to `key`: the file itself. */
const csvForm = {
  parameters: { csv: 'key' },
  belowBytes: MAX_CSV_BYTES,
  tooLarge: CSV_TOO_LARGE,
} as const;

export default ({ services }: RouteDependencies): Routes => {
  return [
    route(importCsv, {
      body: importBody,
      may: seller,
      needs: 'products:write',
      retry: showImport,
      files: csvForm,
      reply: async ({ db, viewer, body: { key, update, units_counted_at }, req, res }) => {
        if (key === '') throw Invalid(REQUIRED, { key: [REQUIRED] });
        const file_name = req.formFiles?.[0]?.name.slice(-255) ?? '';
        const { record, isNew } = await startImport(services, viewer, {
          key,
          file_name,
          update,
          units_counted_at,
        });
        if (isNew) res.status(201);
        return importRecord(db, record);
      },
    }),
    route(showImport, {
      may: seller,
      needs: 'products:read',
      find: ownImport,
      reply: ({ db, subject }) => importRecord(db, subject),
    }),
    route(retryImport, {
      may: seller,
      needs: 'products:write',
      retry: showImport,
      find: ownImport,
      reply: async ({ db, subject }) => importRecord(db, await resumeImport(services, subject.id)),
    }),
    route(undoImportCall, {
      may: seller,
      needs: 'products:write',
      retry: 'again',
      find: ownImport,
      status: 200,
      reply: ({ viewer, subject }) => undoImport(services, viewer, subject.id),
    }),
    route(importRejects, {
      may: seller,
      needs: 'products:read',
      find: ownImport,
      reply: async ({ subject, res }) => {
        sendCsvText(res, 'rejected', await currentRejectedCsv(services, subject.id));
        return '';
      },
    }),
    route(createPreview, {
      body: previewBody,
      may: seller,
      needs: 'products:write',
      retry: 'again',
      status: 201,
      reply: ({ viewer, body }) => openPreview(services, viewer, body),
    }),
    route(showPreviewCall, {
      may: seller,
      needs: 'products:read',
      find: ownPreview,
      reply: ({ subject }) => showPreview(services, subject),
    }),
    route(listPreviewRows, {
      query: previewRowsQuery,
      may: seller,
      needs: 'products:read',
      find: ownPreview,
      reply: ({ subject, query }) => previewRows(services, subject, query),
    }),
    route(discardPreview, {
      may: seller,
      needs: 'products:write',
      retry: 'done',
      find: ownPreview,
      reply: async ({ subject }) => {
        await discard(services, subject);
        return undefined;
      },
    }),
    route(updatePreview, {
      body: previewChanges,
      may: seller,
      needs: 'products:write',
      retry: showPreviewCall,
      find: ownPreview,
      reply: ({ subject, body: { mapping, header_line, fixes, fix_all, update, units_counted_at } }) =>
        changePreview(services, subject, {
          ...{ mapping, header_line, fixes, fix_all },
          ...{ update, units_counted_at },
        } as PreviewChanges),
    }),
    route(commitPreview, {
      body: commitBody,
      may: seller,
      needs: 'products:write',
      retry: 'again',
      find: ownPreview,
      reply: async ({ db, viewer, subject, body, res }) => {
        const { record, isNew } = await commit(services, viewer, subject, body);
        if (isNew) res.status(201);
        return importRecord(db, record);
      },
    }),
    route(rejectedCsv, {
      may: seller,
      needs: 'products:read',
      find: ownPreview,
      reply: async ({ subject, res }) => {
        sendCsvText(res, 'rejected', await rejectedCsvOfPreview(services, subject));
        return '';
      },
    }),
    route(exportCsv, {
      may: seller,
      needs: 'products:read',
      reply: async ({ viewer, params, res }) => {
        const [, name = ''] = /^([a-z]+)\.csv$/.exec(params.what) ?? [];
        const file = await exportOf(services, name, viewer);
        if (!file) throw NotFound();
        await sendCsv(res, name, file);
        return '';
      },
    }),
    ...(['prepare', 'upload'] as const).map((step) =>
      page(step === 'prepare' ? '/dashboard/import_products' : UPLOAD_PAGE, {
        may: seller,
        needs: 'products:write',
        title: 'Bulk Add Products',
        heading: 'hidden',
        island: importProducts,
        props: async ({ db, viewer, query }) => {
          const [frame, recent] = await Promise.all([
            dashboardFrame(services, viewer),
            unfinishedImports(db, viewer.seller_id),
          ]);
          return { frame, step, recent, resume: resumed(query) };
        },
      }),
    ),
    page('/csv_instructions', {
      may: anyone,
      title: 'CSV Instructions',
      view: 'pages/csv_instructions',
      locals: () => ({ sheets: ['selling.css'] }),
    }),
  ];
};

/** Reads `?preview=7` or `?import=7`; the page's first call checks who owns it. */
function resumed(query: Record<string, unknown>): ImportProductsProps['resume'] {
  const [preview, begun] = [idNumber(query.preview), idNumber(query.import)];
  if (begun) return { import: begun };
  return preview ? { preview } : null;
}
