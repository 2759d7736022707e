/** A demo person at one process, by session cookie for pages and by bearer token for calls. */
export interface Caller {
  readonly authorization: string;
  /** The same person at another process. */
  at(origin: string): Caller;
  page(path: string): Promise<Response>;
  // biome-ignore lint/suspicious/noExplicitAny: answers of any call
  call(method: string, path: string, body?: unknown): Promise<{ status: number; body: any }>;
}

const cookiesOf = (answer: Response) => answer.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');

function callerAt(origin: string, authorization: string, cookie: string): Caller {
  return {
    authorization,
    at: (other) => callerAt(other, authorization, cookie),
    page: (path) =>
      fetch(origin + path, { headers: { Accept: 'text/html', Cookie: cookie }, redirect: 'manual' }),
    async call(method, path, body) {
      const headers = {
        Authorization: authorization,
        Accept: 'application/json',
        'Content-Type': 'application/json',
      };
      const answer = await fetch(origin + path, {
        method,
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      return { status: answer.status, body: text.startsWith('{') ? JSON.parse(text) : { text } };
    },
  };
}

/** Signs a person of the demo in. */
export async function signIn(origin: string, email: string): Promise<Caller> {
  const page = await fetch(`${origin}/sign_in`, { headers: { Accept: 'text/html' } });
  const [, token = ''] = /name="csrf-token" content="([^"]+)"/.exec(await page.text()) ?? [];
  const cookies = cookiesOf(page);
  const answer = await fetch(`${origin}/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-CSRF-Token': token, Cookie: cookies.join('; ') },
    body: JSON.stringify({ user: { email, password: 'demo-password' } }),
  });
  if (!answer.ok) throw new Error(`Sign-in of ${email} answered ${answer.status}`);
  const cookie = [...cookies, ...cookiesOf(answer)].join('; ');
  return callerAt(origin, answer.headers.get('Authorization') ?? '', cookie);
}
