import type { IncomingHttpHeaders } from 'node:http';
import { agent, type Response as TestResponse } from 'supertest';
import { queryString } from '../../islands/browser/api';
import { type Endpoint, type Params, pathOf } from '../../server/contract/endpoint';
import { fromJson, toJson } from '../../server/contract/json';

export interface Answer<Reply = unknown> {
  status: number;
  headers: Headers;
  text: string;
  body: Reply;
}

interface RawRequest {
  body?: BodyInit;
  headers?: Record<string, string>;
}

interface JsonRequest {
  body?: unknown;
  query?: object;
  headers?: Record<string, string>;
}

type Verb = 'get' | 'head' | 'post' | 'put' | 'patch' | 'delete';

function parseJson(text: string): unknown {
  try {
    return text === '' ? undefined : fromJson(text);
  } catch {
    return undefined;
  }
}

/** Reads the response for superagent, with 64-bit integers in JSON as the application writes them. */
function readBody(res: TestResponse, done: (error: Error | null, body: { value: unknown }) => void) {
  const stream = res as unknown as NodeJS.ReadableStream & { text: string };
  stream.text = '';
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => {
    stream.text += chunk;
  });
  stream.on('end', () => done(null, { value: parseJson(stream.text) }));
}

function toHeaders(received: IncomingHttpHeaders): Headers {
  const headers = new Headers();
  for (const [name, value = []] of Object.entries(received))
    for (const line of [value].flat()) headers.append(name, line);
  return headers;
}

export const csrfTokenIn = (html: string) =>
  /<meta name="csrf-token" content="([^"]+)"/.exec(html)?.[1] ?? '';

/** A supertest agent that reads the CSRF token from pages and the application's JSON from responses. */
export class Client {
  private readonly agent;
  private token: string | null = null;

  constructor(
    readonly origin: string,
    private readonly headers: Record<string, string> = {},
  ) {
    this.agent = agent(origin);
  }

  /** Includes Secure cookies, for tests of an https proxy. */
  get cookieHeader() {
    const access = { domain: new URL(this.origin).hostname, path: '/', secure: true, script: false };
    return this.agent.jar.getCookies(access).toValueString();
  }

  /** Sends the body as it is, without the CSRF token. */
  async send(method: string, path: string, { body, headers }: RawRequest = {}): Promise<Answer> {
    const request = this.agent[method.toLowerCase() as Verb](path).parse(readBody as never);
    if (this.cookieHeader) request.set('Cookie', this.cookieHeader);
    if (body !== undefined) {
      const encoded = new Response(body);
      request.set('Content-Type', encoded.headers.get('Content-Type') ?? 'application/octet-stream');
      request.serialize((bytes) => bytes).send(Buffer.from(await encoded.arrayBuffer()));
    }
    // Compressed answers, which browsers ask for, cost a tenth of a test's time and state nothing here.
    const response = await request.set({ 'Accept-Encoding': 'identity', ...this.headers, ...headers });
    const received = toHeaders(response.headers);
    this.token = received.get('X-CSRF-Token') ?? this.token;
    return {
      status: response.status,
      headers: received,
      text: response.text ?? '',
      body: (response.body as { value?: unknown }).value,
    };
  }

  async csrf(): Promise<string> {
    if (this.token) return this.token;
    const { text } = await this.send('GET', '/404', { headers: { Accept: 'text/html' } });
    this.token = csrfTokenIn(text);
    return this.token;
  }

  /** Sends JSON, with the CSRF token unless a bearer token replaces it. */
  async request(method: string, path: string, { body, query, headers }: JsonRequest = {}): Promise<Answer> {
    const search = query ? queryString(query) : '';
    const address = path + (search && `?${search}`);
    const accept = { Accept: 'application/json' };
    if (method === 'GET' || method === 'HEAD')
      return this.send(method, address, { headers: { ...accept, ...headers } });
    const token = this.headers.Authorization ? {} : { 'X-CSRF-Token': await this.csrf() };
    return this.send(method, address, {
      headers: { ...accept, ...token, 'Content-Type': 'application/json', ...headers },
      body: toJson(body ?? {}),
    });
  }

  call<Reply, const Path extends string>(
    { method, path }: Endpoint<Reply, Path>,
    params: Params<Path>,
    body?: unknown,
    query?: object,
  ): Promise<Answer<Reply>> {
    const options = { body, ...(query && { query }) };
    return this.request(method, pathOf(path, params as Record<string, string | number>), options) as Promise<
      Answer<Reply>
    >;
  }
}
