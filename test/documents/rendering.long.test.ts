import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { toJson } from '../../server/contract/json';
import { renderDocument } from '../../server/documents/jobs';
import { TEMPLATE_VERSION } from '../../server/documents/pdf/content';
import type { Store } from '../../server/storage/store';
import { type RunningApp, startApp } from '../support/app';
import { download, renderDocuments } from '../support/documents';
import { Factory } from '../support/factories';
import { type Run, start, stopAll, until } from '../support/process';
import { aPurchaseOrder } from './contents';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let app: RunningApp;
let factory: Factory;

beforeAll(async () => {
  app = await startApp();
  factory = new Factory(app);
});
afterAll(async () => {
  await stopAll();
  await app.stop();
});

/** A worker as the Procfile starts it, on the data of this test. */
const aWorker = (): Run =>
  start('dist/worker.js', {
    DATABASE_URL: app.databaseUrl,
    DATA_DIR: app.services.config.dataDir,
    SECRET_KEY_BASE: app.services.config.secretKeyBase,
    SEED_DEMO: 'false',
  });

const documentOf = async (orderId: number) => {
  const row = await factory.db('documents').where({ purchase_order_id: orderId }).first();
  if (!row) throw new Error('The document was not issued');
  return row;
};

const filesOf = async (documentId: number) => {
  const folder = join(app.services.config.dataDir, 'uploads/documents');
  const names = await readdir(folder).catch((): string[] => []);
  return names.filter((name) => name.startsWith(`${documentId}-`));
};

/** Takes seconds to render. */
const lengthen = (orderId: number) =>
  factory
    .db('documents')
    .where({ purchase_order_id: orderId })
    .update({ content: factory.db.raw('?::jsonb', [toJson(aPurchaseOrder(3_000))]) as never });

const isRendering = async () => {
  const { rows } = await factory.db.raw<{ rows: unknown[] }>(
    `select 1 from graphile_worker.jobs where task_identifier = 'render-document' and locked_by is not null`,
  );
  return rows.length > 0;
};

test('a worker that is killed while rendering leaves one document, rendered by the next', async () => {
  const order = await factory.anOrder();
  await lengthen(order.id);
  const first = aWorker();
  await until(isRendering);
  first.child.kill('SIGKILL');
  await first.ended;
  const { id, storage_key } = await documentOf(order.id);
  expect([storage_key, await filesOf(id)]).toEqual([null, []]);

  // The lock ends with the heartbeat: the clock of its row is turned in place of waiting.
  await factory.transaction(async (tx) => {
    await tx('job_workers').update({ seen_at: new Date(Date.now() - 3_600_000) });
  });
  const second = aWorker();
  const rendered = await until(async () => {
    const document = await documentOf(order.id);
    return document.storage_key !== null && document;
  });
  second.child.kill('SIGTERM');
  await second.ended;
  expect(await filesOf(id)).toEqual([rendered.storage_key?.slice('documents/'.length)]);
  expect(await factory.db('documents').where({ purchase_order_id: order.id })).toEqual([rendered]);
  const { file } = await download(
    app,
    order.buyer,
    `/purchase_orders/${order.id}/documents/purchase_order.pdf`,
  );
  expect(file.length).toBe(rendered.bytes);
});

test('a fault between the file and its row writes no second file', async () => {
  const order = await factory.anOrder();
  const { id } = await documentOf(order.id);
  const written: string[] = [];
  const store: Store = {
    ...app.services.store,
    async put(key, body, type) {
      await app.services.store.put(key, body, type);
      written.push(key);
      throw new Error('The connection broke');
    },
  };
  const work = () => renderDocument.work({ ...app.services, store }, { document_id: id });
  await expect(work()).rejects.toThrow('The connection broke');
  expect((await documentOf(order.id)).storage_key).toBeNull();
  await work();
  expect(written).toEqual([(await documentOf(order.id)).storage_key]);
  await renderDocuments(app);
});

test('500 lines stop nothing else of the process that renders them', async () => {
  const content = toJson(aPurchaseOrder(500));
  const ended: string[] = [];
  const file = app.services.documentRenderer
    .render({ templateVersion: TEMPLATE_VERSION, content })
    .then((bytes) => {
      ended.push('file');
      return bytes;
    });
  for (let query = 0; query < 5; query++) await factory.db.raw('select 1');
  ended.push('queries');
  expect((await file).length).toBeGreaterThan(100_000);
  expect(ended).toEqual(['queries', 'file']);
});

test('a document that cannot be drawn fails alone', async () => {
  const { documentRenderer } = app.services;
  const render = (templateVersion: number, content: string) =>
    documentRenderer.render({ templateVersion, content });
  const good = toJson(aPurchaseOrder(1));
  await expect(render(99, good)).rejects.toThrow('There is no template 99');
  await expect(render(TEMPLATE_VERSION, '{"kind":"purchase_order"}')).rejects.toThrow();
  await expect(render(TEMPLATE_VERSION, 'no JSON')).rejects.toThrow();
  const [one, other] = await Promise.all([render(TEMPLATE_VERSION, good), render(TEMPLATE_VERSION, good)]);
  expect(Buffer.from(one).equals(Buffer.from(other))).toBe(true);
});

test('a person who follows the link waits for the file in place of an error page', async () => {
  const order = await factory.anOrder();
  const path = `/purchase_orders/${order.id}/documents/purchase_order.pdf`;
  const opened = download(app, order.seller, path, { headers: { Accept: 'text/html,*/*;q=0.8' } });
  await renderDocuments(app);
  const { status, file } = await opened;
  expect([status, file.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
});
