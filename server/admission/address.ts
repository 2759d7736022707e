import type { IncomingMessage } from 'node:http';

export function clientAddress({ headers, socket }: IncomingMessage, trustProxy: number): string {
  const forwarded = String(headers['x-forwarded-for'] ?? '').split(',');
  const hops = forwarded.map((hop) => hop.trim()).filter(Boolean);
  const trusted = hops.slice(-trustProxy);
  return (trustProxy > 0 && trusted[0]) || (socket.remoteAddress ?? 'unknown');
}
