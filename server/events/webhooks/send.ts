import dns from 'node:dns';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import type { Lookup, publicAgent } from './address';
import { NOT_PUBLIC } from './rules';

export interface Outcome {
  /** Of the answer; null without one. */
  readonly status: number | null;
  readonly ms: number;
  readonly error: string | null;
  readonly excerpt: string;
  /** What the answer asked for. */
  readonly retryAfterSeconds: number | null;
}

export interface Delivery {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** null: any address, for the receiver of the demo. */
  readonly agent: ReturnType<typeof publicAgent> | null;
  readonly lookup?: Lookup | undefined;
}

const TIMEOUT_MS = 20_000;
const EXCERPT_BYTES = 512;
/** The status decides; a body that dawdles is cut off. */
const EXCERPT_TIMEOUT_MS = 1_000;

export const TIMED_OUT = `No answer within ${TIMEOUT_MS / 1_000} seconds`;

/** Posts it, without following redirects. Never throws: what went wrong is the outcome. */
export async function send(delivery: Delivery, timeoutMs = TIMEOUT_MS): Promise<Outcome> {
  const start = performance.now();
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const answer = await post(delivery, signal);
    const ms = since(start);
    const excerpt = await Promise.race([beginningOf(answer), pause(EXCERPT_TIMEOUT_MS, '', { ref: false })]);
    answer.destroy();
    const { statusCode: status = 0, headers } = answer;
    return { status, ms, error: null, excerpt, retryAfterSeconds: secondsOf(headers['retry-after']) };
  } catch (error) {
    const text = signal.aborted ? TIMED_OUT : problemOf(error as NodeJS.ErrnoException);
    return { status: null, ms: since(start), error: text, excerpt: '', retryAfterSeconds: null };
  }
}

const since = (start: number) => Math.round(performance.now() - start);

const post = ({ url, headers, body, agent, lookup = dns.lookup }: Delivery, signal: AbortSignal) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const { request } = url.startsWith('https:') ? https : http;
    const sent = request(
      url,
      {
        method: 'POST',
        headers: { ...headers, 'Content-Length': Buffer.byteLength(body) },
        signal,
        lookup,
        ...(agent && { agent }),
      },
      resolve,
    );
    sent.on('error', reject);
    // Node closes the connection after `101 Switching Protocols`, without an answer or an error.
    sent.on('close', () => reject(Object.assign(new Error('Closed'), { code: 'ECONNRESET' })));
    sent.end(body);
  });

async function beginningOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of answer) {
      chunks.push(chunk as Buffer);
      length += (chunk as Buffer).length;
      if (length >= EXCERPT_BYTES) break;
    }
  } catch {
    // An answer that breaks off has said its status.
  }
  return Buffer.concat(chunks).subarray(0, EXCERPT_BYTES).toString('utf8').replaceAll('\0', '');
}

/** Seconds or a date; null for anything else. */
function secondsOf(header: string | undefined): number | null {
  if (header === undefined) return null;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - Date.now()) / 1_000));
}

const PROBLEMS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The connection was refused',
  ECONNRESET: 'The connection was closed before an answer',
  ENOTFOUND: "The host name doesn't exist",
  EAI_AGAIN: "The host name couldn't be looked up",
  CERT_HAS_EXPIRED: 'The certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is self-signed',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another host',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The certificate chain is incomplete',
};

function problemOf({ code, message }: NodeJS.ErrnoException): string {
  // The agent's own refusal has no code.
  if (code === undefined && message.includes('is not allowed')) return NOT_PUBLIC;
  return PROBLEMS[code ?? ''] ?? `The connection failed (${code ?? 'unknown'})`;
}
