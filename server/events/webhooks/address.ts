import dns from 'node:dns';
import { isIP, type TcpNetConnectOpts } from 'node:net';
import { RequestFilteringHttpsAgent } from 'request-filtering-agent';
import type { Config } from '../../config/config';
import { Invalid } from '../../http/errors';
import { NOT_PUBLIC } from './rules';

export type Lookup = typeof dns.lookup;

/** Connects to public addresses alone, whatever the host name leads to by then. */
export const publicAgent = () => new RequestFilteringHttpsAgent({ keepAlive: true });

/** The agent judges an address before it connects, so that the socket can be dropped at once. */
function isPublic(agent: RequestFilteringHttpsAgent, host: string): boolean {
  let isRefused = false;
  const options = { host, port: 443 } satisfies TcpNetConnectOpts;
  const socket = agent.createConnection(options, (error: Error | null) => {
    isRefused ||= error instanceof Error;
  });
  socket?.on('error', () => undefined);
  socket?.destroy();
  return !isRefused;
}

/** The receiver of the demo, which is on this host and may be without https. */
export const isDemoReceiver = ({ demo, appUrl }: Pick<Config, 'demo' | 'appUrl'>, url: string): boolean =>
  demo && url.startsWith(`${appUrl}/dev/webhooks/`);

const NotPublic = () => Invalid(NOT_PUBLIC, { url: [NOT_PUBLIC] }, { code: 'address_not_public' });

function parse(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

/** https and the name of a host, without user and password. */
function requireHostName(text: string): URL {
  const url = parse(text);
  const host = url?.hostname.replace(/^\[|\]$/g, '') ?? '';
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '' || isIP(host) !== 0)
    throw NotPublic();
  return url;
}

/** Returns the address in its normal form. Throws 422 `address_not_public` unless all that it leads to is public. */
export async function requirePublic(
  config: Pick<Config, 'demo' | 'appUrl'>,
  text: string,
  lookup: Lookup = dns.lookup,
): Promise<string> {
  const { href } = parse(text) ?? {};
  if (href !== undefined && isDemoReceiver(config, href)) return href;
  const url = requireHostName(text);
  const addresses = await new Promise<string[]>((resolve) =>
    lookup(url.hostname, { all: true }, (error, found) =>
      resolve(error ? [] : found.map(({ address }) => address)),
    ),
  );
  const agent = publicAgent();
  if (addresses.length === 0 || !addresses.every((address) => isPublic(agent, address))) throw NotPublic();
  url.hash = '';
  return url.href;
}
