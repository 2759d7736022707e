import type { BaseTransportOptions, ErrorEvent, TransportMakeRequestResponse } from '@sentry/core';
import { hideSecrets } from '../logging/logger';
import type { ErrorContext } from './error-context';
import { toSafeError } from './safe-error';

interface SentryOptions {
  readonly dsn: string;
  readonly version: string;
  readonly kind: string;
  readonly environment: string;
}

const MAX_CLOSE_MS = 2_000;
/** Over what a process reports in a minute: the client's own 64 would drop the rest of a burst. */
const MAX_WAITING = 200;
const MAX_SEND_MS = 10_000;

/** Names the fields that may leave this process; drops all others. */
const allowedFields = (event: ErrorEvent): ErrorEvent =>
  hideSecrets({
    event_id: event.event_id,
    timestamp: event.timestamp,
    platform: event.platform,
    level: event.level,
    release: event.release,
    environment: event.environment,
    transaction: event.transaction,
    exception: event.exception,
    tags: event.tags,
    ...(event.user?.id !== undefined && { user: { id: event.user.id } }),
  }) as ErrorEvent;

async function post(
  { url, headers }: BaseTransportOptions & { headers?: Record<string, string> },
  body: string | Uint8Array,
) {
  const answer = await fetch(url, {
    method: 'POST',
    body: typeof body === 'string' ? body : new Uint8Array(body),
    signal: AbortSignal.timeout(MAX_SEND_MS),
    ...(headers && { headers }),
  });
  await answer.arrayBuffer();
  const limits = {
    'x-sentry-rate-limits': answer.headers.get('x-sentry-rate-limits'),
    'retry-after': answer.headers.get('retry-after'),
  };
  return { statusCode: answer.status, headers: limits } satisfies TransportMakeRequestResponse;
}

const tagsOf = ({ requestId, job, jobId, island }: ErrorContext, kind: string) => ({
  process: kind,
  ...(requestId && { request_id: requestId }),
  ...(job && { job }),
  ...(jobId && { job_id: jobId }),
  ...(island && { island }),
});

/** A client without integrations: nothing is instrumented, no breadcrumbs, bodies, cookies or headers are read. */
export async function createSentry({ dsn, version, kind, environment }: SentryOptions) {
  const { createStackParser, createTransport, Scope } = await import('@sentry/core');
  const { nodeStackLineParser, ServerRuntimeClient } = await import('@sentry/core/server');
  const client = new ServerRuntimeClient({
    dsn,
    release: version,
    environment,
    platform: 'node',
    integrations: [],
    sendClientReports: false,
    stackParser: createStackParser(nodeStackLineParser()),
    transport: (options) => createTransport(options, ({ body }) => post(options, body)),
    transportOptions: { bufferSize: MAX_WAITING },
    beforeSend: allowedFields,
  });
  return {
    capture(error: unknown, context: ErrorContext) {
      const scope = new Scope();
      scope.setTags(tagsOf(context, kind));
      if (context.route) scope.setTransactionName(context.route);
      if (context.userId !== undefined) scope.setUser({ id: context.userId });
      client.captureException(toSafeError(error), undefined, scope);
    },
    close: async () => void (await client.close(MAX_CLOSE_MS)),
  };
}
