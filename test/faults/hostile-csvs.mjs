// CSVs that keep a process busy, and one that goes through preview, correction and import.
import { setTimeout as pause } from 'node:timers/promises';
import { hostileCsvs } from '../imports/hostile-files.cjs';

export const HOSTILE_CSVS = Object.entries(hostileCsvs).map(([name, content]) => ({
  name: `CSV, ${name}`,
  kind: 'csv',
  make: async () => Buffer.from(content()),
}));

export async function importCsv({ seller }, bytes) {
  // On a busy machine reading a file takes longer than a request may wait.
  const call = async (...request) => {
    const answer = await seller.call(...request);
    if (answer.status !== 503) return answer;
    await pause(Number(answer.headers.get('Retry-After')) * 1_000);
    return call(...request);
  };
  const times = [];
  const timed = async (step, work) => {
    const since = performance.now();
    const answer = await work();
    times.push(`${step} ${Math.round(performance.now() - since)} ms`);
    return answer;
  };
  const { body: upload } = await call('POST', '/presigned_urls', {});
  const key = upload.file_key;
  await fetch(upload.aws_url, { method: 'PUT', headers: upload.aws_headers, body: bytes });
  const preview = await timed('preview', () => call('POST', '/import_previews', { key }));
  const address = `/import_previews/${preview.body.id}`;
  const shown = await timed('shown', () => call('GET', address));
  const changes = { fixes: { 2: { units: '8' } } };
  const changed = await timed('corrected', () => call('PUT', address, changes));
  const record = await timed('imported', async () => {
    for (;;) {
      const { body } = await call('POST', '/imported_csvs/', { key });
      if (body.imported_status === 'imported' || body.imported_status === 'failed') return body;
      await pause(200);
    }
  });
  const result = record.error ?? `${record.imported_count} imported, ${record.rejected_count} rejected`;
  return {
    attached: `${times.join(', ')}: ${result}`,
    shown: [preview, shown, changed].map(({ status }) => status).join(),
    page: 200,
  };
}
