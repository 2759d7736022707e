import type { Response } from 'express';
import { Overtaken, type RepeatableWrite } from '../../../db/repeatable-write';
import type { RequestScope } from '../../../db/request-scope';
import { toJson } from '../../contract/json';
import type { Services } from '../../services';
import { asHttpError, HttpError, NotFound } from '../errors';
import type { Retry } from '../route';
import {
  claimKey,
  freeKey,
  InProgress,
  type KeyedRequest,
  keepAnswer,
  releaseKey,
  type StoredAnswer,
} from './keys';

type KeyServices = Pick<Services, 'db' | 'transaction' | 'config' | 'log' | 'requestScopes'>;

/** A request with an Idempotency-Key, as its route answers it. */
export interface RepeatableRequest extends Omit<KeyedRequest, 'isRunAgain'> {
  readonly retry: Retry;
  readonly res: Response;
  readonly scope: Omit<RequestScope, 'write'>;
  /** Throws where the viewer may no longer read what the act was about. */
  requireReadable(subjectId: number | null): Promise<void>;
  /** Sends the document as it is, or 204 where there is none that the viewer may read. */
  show(subjectId: number | null): Promise<void>;
  act(kept: KeptAnswers): Promise<void>;
}

export interface KeptAnswers {
  /** Runs what the key stands for. */
  run<T>(act: () => T): T;
  /** Keeps an answer before it is sent; a failed one is thrown instead. */
  keep(body: string | null): Promise<void>;
}

const REPLAYED = 'Idempotency-Replayed';

/** Answers a repeat as the first request was answered; else acts, and keeps the answer. */
export async function answerOnce(services: KeyServices, request: RepeatableRequest): Promise<void> {
  const { res, retry } = request;
  const claim = await claimKey(services, { ...request, isRunAgain: retry === 'again' });
  if (claim.kind === 'answered') {
    await request.requireReadable(claim.subjectId);
    res.set(REPLAYED, 'true');
    return sendStored(res, claim.answer);
  }
  if (claim.kind === 'committed') {
    res.set(REPLAYED, 'recovered');
    return request.show(claim.subjectId);
  }
  if (claim.isRepeat) res.set(REPLAYED, 'recovered');
  await runOnce(services, request, claim.write);
}

/** The address that a form's answer redirects to; all other headers are those of every answer. */
const headersOf = (res: Response): Record<string, string> => {
  const location = res.getHeader('Location');
  return typeof location === 'string' ? { Location: location } : {};
};

async function runOnce(services: KeyServices, request: RepeatableRequest, write: RepeatableWrite) {
  const { db, log, requestScopes } = services;
  const { act, res, scope } = request;
  let isKept = false;
  try {
    await act({
      run: (ownAct) => requestScopes.run({ ...scope, write }, ownAct),
      async keep(body) {
        isKept = true;
        await keepAnswer(services, request, write, { status: res.statusCode, headers: headersOf(res), body });
      },
    });
    if (!isKept) await releaseKey(db, write);
  } catch (error) {
    const settled = isKept ? releaseKey(db, write) : settleFailure(services, request, write, error);
    // The lock ends by itself, and the client has to hear of the first failure.
    await settled.catch((err: unknown) => log.warn({ err }, 'an idempotency key was not settled'));
    throw error instanceof Overtaken ? InProgress() : error;
  } finally {
    write.isOpen = false;
  }
}

/** A refusal frees the key, unless it changed something; what our side broke off is shown as it stands. */
function settleFailure(
  services: KeyServices,
  request: RepeatableRequest,
  write: RepeatableWrite,
  error: unknown,
): Promise<void> {
  const { status, headers, body } = asHttpError(error);
  if (status === 422 && write.hasCommitted)
    return keepAnswer(services, request, write, { status, headers, body: toJson(body) });
  return status >= 500 ? releaseKey(services.db, write) : freeKey(services.db, write);
}

function sendStored(res: Response, { status, headers, body }: StoredAnswer): void {
  if (status >= 400)
    throw new HttpError(status, JSON.parse(body ?? '{}') as Record<string, unknown>, headers);
  res.status(status).set(headers);
  if (body === null) return void res.end();
  res.set('Cache-Control', 'private, no-store').type('json').send(body);
}

/** The parameters of the call that shows the subject: none, or its one. Throws 404 where no subject is known. */
export function showParams(path: string, subjectId: number | null): Record<string, number> {
  const name = /:(\w+)/.exec(path)?.[1];
  if (name === undefined) return {};
  if (subjectId === null) throw NotFound();
  return { [name]: subjectId };
}
