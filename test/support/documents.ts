import { get } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Person } from '../../server/accounts/policy';
import { renderDocument } from '../../server/documents/jobs';
import type { RunningApp } from './app';
import { runDueJobs } from './jobs';

interface Download {
  readonly status: number | undefined;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly file: Buffer;
}

interface DownloadOptions {
  readonly method?: string;
  readonly headers?: Record<string, string>;
}

/** The bytes as they are sent: the other client reads text. */
export async function download(
  app: Pick<RunningApp, 'services' | 'origin'>,
  person: Person,
  path: string,
  { method = 'GET', headers = {} }: DownloadOptions = {},
): Promise<Download> {
  const Authorization = `Bearer ${await app.services.bearerTokens.issue(person.id)}`;
  return new Promise((done, fail) => {
    const options = { method, headers: { ...headers, Authorization } };
    const request = get(app.origin + path, options, async (res) =>
      done({ status: res.statusCode, headers: res.headers, file: await buffer(res) }),
    );
    request.on('error', fail);
  });
}

/** Again until none waits: a single run may end while another job has just left their queue. */
export async function renderDocuments({ services }: Pick<RunningApp, 'services'>) {
  const waiting = async () =>
    (await services.db('documents').whereNull('storage_key').first('id')) !== undefined;
  do await runDueJobs(services, [renderDocument]);
  while (await waiting());
}
