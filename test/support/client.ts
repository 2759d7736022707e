import { queryString } from '../../islands/browser/api';
import { type Endpoint, type Params, pathOf } from '../../server/contract/endpoint';
import { fromJson, toJson } from '../../server/contract/json';

export interface Answer<Reply = unknown> {
  status: number;
  headers: Headers;
  text: string;
  body: Reply;
}

interface CallOptions {
  body?: unknown;
  query?: object;
  headers?: Record<string, string>;
}

/** Acts as a browser: keeps cookies and reads the CSRF token from a page. */
export class Client {
  private readonly cookies = new Map<string, string>();
  private token: string | null = null;

  constructor(readonly origin: string) {}

  get cookieHeader() {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  async fetch(
    path: string,
    init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {},
  ): Promise<Response> {
    const answer = await fetch(this.origin + path, {
      redirect: 'manual',
      ...init,
      headers: { Cookie: this.cookieHeader, ...init.headers },
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/expires=Thu, 01 Jan 1970/i.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    const token = answer.headers.get('X-CSRF-Token');
    if (token) this.token = token;
    return answer;
  }

  async csrf(): Promise<string> {
    if (this.token) return this.token;
    const page = await (await this.fetch('/404', { headers: { Accept: 'text/html' } })).text();
    this.token = /<meta name="csrf-token" content="([^"]+)"/.exec(page)?.[1] ?? '';
    return this.token;
  }

  async request(method: string, path: string, { body, query, headers }: CallOptions = {}): Promise<Answer> {
    const search = query ? queryString(query) : '';
    const init: Omit<RequestInit, 'headers'> & { headers: Record<string, string> } = {
      method,
      headers: { Accept: 'application/json', ...headers },
    };
    if (method !== 'GET' && method !== 'HEAD') {
      init.headers = {
        'X-CSRF-Token': await this.csrf(),
        'Content-Type': 'application/json',
        ...init.headers,
      };
      init.body = toJson(body ?? {});
    }
    const answer = await this.fetch(path + (search && `?${search}`), init);
    const text = await answer.text();
    let parsed: unknown;
    try {
      parsed = text === '' ? undefined : fromJson(text);
    } catch {
      parsed = undefined;
    }
    return { status: answer.status, headers: answer.headers, text, body: parsed };
  }

  /** Calls an endpoint without checking the status. */
  call<Reply, const Path extends string, Body, Query>(
    { method, path }: Endpoint<Reply, Path, Body, Query>,
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
