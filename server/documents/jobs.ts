import { createHash } from 'node:crypto';
import type { Tx } from '../../db/transaction';
import { id, object } from '../contract/fields';
import { enqueue, job } from '../jobs/job';
import type { Services } from '../services';
import { documentById } from './queries';

const PDF = 'application/pdf';

/** Named by its bytes: the same document rendered twice is one object, and no object is ever overwritten. */
const storageKeyOf = (documentId: number, sha256: string) => `documents/${documentId}-${sha256}`;

async function render(services: Services, documentId: number) {
  const { db, store, documentRenderer, log } = services;
  const document = await documentById(db, documentId);
  if (!document) return;
  if (document.storage_key && (await store.head(document.storage_key))) return;
  const { content, template_version: templateVersion } = document;
  const file = Buffer.from(await documentRenderer.render({ templateVersion, content }));
  const sha256 = createHash('sha256').update(file).digest('hex');
  if (document.sha256 && document.sha256 !== sha256)
    log.error({ document: document.number }, 'a lost document was rendered with other bytes');
  const key = storageKeyOf(documentId, sha256);
  if (!(await store.head(key))) await store.put(key, file, PDF);
  const kept = await db('documents')
    .where({ id: documentId })
    .update({ sha256, storage_key: key, bytes: file.length });
  // A packed shipment's slip was replaced meanwhile.
  if (kept === 0) await store.delete(key);
}

export const renderDocument = job(
  'render-document',
  object({ document_id: id().required() }),
  (services, { document_id }) => render(services, document_id),
);

const QUEUE = 'documents';
const jobKeyOf = (documentId: number) => `${renderDocument.name} ${documentId}`;

/** SQL that enqueues the rendering of the row's document, for the statement that writes it. */
export const ENQUEUE_RENDERING = `graphile_worker.add_job('${renderDocument.name}', json_build_object('document_id', id),
  queue_name := '${QUEUE}', max_attempts := ${renderDocument.attempts}, job_key := '${renderDocument.name} ' || id)`;

/** One after another: a flood of orders leaves the worker's other jobs their time. */
const enqueueRendering = (tx: Tx, documentId: number) =>
  enqueue(tx, renderDocument, { document_id: documentId }, { queue: QUEUE, key: jobKeyOf(documentId) });

/** For a document whose file is missing: enqueues unless a job that may still succeed exists. */
export async function ensureRendering(tx: Tx, documentId: number) {
  const { rows } = await tx.raw<{ rows: unknown[] }>(
    'select 1 from graphile_worker.jobs where key = ? and attempts < max_attempts',
    [jobKeyOf(documentId)],
  );
  if (rows.length === 0) await enqueueRendering(tx, documentId);
}
