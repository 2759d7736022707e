import type { IncomingMessage, ServerResponse } from 'node:http';
import { errorBody } from '../contract/error-codes';
import { toJson } from '../contract/json';

const BUSY = "We're very busy. Try again in a moment.";
const TOO_MANY = 'Too many requests at once. Try again in a moment.';
const EXPORT_RUNS = "An export is already running. Try again when it's done.";

/** Tells our own pages that nothing was done, so that they may repeat the request. */
const SHED_HEADER = 'X-Shed';

const MIN_WAIT_SECONDS = 2;
const WAITS_SECONDS = [0, 1, 2, 3].map((more) => MIN_WAIT_SECONDS + more);

interface Refusal {
  readonly status: number;
  readonly head: Readonly<Record<string, string | number>>;
  readonly body: Buffer;
}

type Headers = Readonly<Record<string, string>>;

function prepare(status: number, type: string, body: string, headers: Headers): Refusal {
  const content = Buffer.from(body);
  const head = {
    'Content-Type': `${type}; charset=utf-8`,
    'Content-Length': content.length,
    'Cache-Control': 'private, no-store',
    ...headers,
  };
  return { status, head, body: content };
}

const pageOf = (text: string, wait: number) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="${wait}">
<title>${text.split('.', 1)}</title>
</head>
<body>
<main>
<h1>${text}</h1>
<p>This page reloads by itself.</p>
</main>
</body>
</html>
`;

function inBothForms(status: number, wait: number, text: string, mark: Headers = { [SHED_HEADER]: '1' }) {
  const headers = { 'Retry-After': String(wait), ...mark };
  return {
    json: prepare(status, 'application/json', toJson(errorBody(status, text)), headers),
    page: prepare(status, 'text/html', pageOf(text, wait), headers),
  };
}

type Forms = ReturnType<typeof inBothForms>;

const wantsPage = ({ method, headers }: IncomingMessage) =>
  (method === 'GET' || method === 'HEAD') && /\btext\/html\b/.test(headers.accept ?? '');

function send({ json, page }: Forms, req: IncomingMessage, res: ServerResponse) {
  const { status, head, body } = wantsPage(req) ? page : json;
  res.writeHead(status, head).end(body);
}

/** Answers made once, because refusing must cost far less than answering. */
export function createRefusals(random: () => number) {
  const busy = WAITS_SECONDS.map((wait) => inBothForms(503, wait, BUSY));
  const tooMany = inBothForms(429, 1, TOO_MANY);
  const late = inBothForms(503, MIN_WAIT_SECONDS, BUSY, {});
  const exportRuns = inBothForms(429, MIN_WAIT_SECONDS, EXPORT_RUNS);
  return {
    busy: (req: IncomingMessage, res: ServerResponse) =>
      send(busy[Math.floor(random() * busy.length)] as Forms, req, res),
    tooMany: (req: IncomingMessage, res: ServerResponse) => send(tooMany, req, res),
    /** Something may have been done, so it must not be repeated unasked. */
    late(req: IncomingMessage, res: ServerResponse) {
      res.setHeader('Connection', 'close');
      send(late, req, res);
    },
    exportRuns: (req: IncomingMessage, res: ServerResponse) => send(exportRuns, req, res),
  };
}

export type Refusals = ReturnType<typeof createRefusals>;
