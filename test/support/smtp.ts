import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';

export type MailServer = Awaited<ReturnType<typeof mailServer>>;

export async function mailServer() {
  const taken: string[] = [];
  const envelopes: SMTPServerSession['envelope'][] = [];
  const replies: ('450' | '550' | 'drop' | 'drop after taking' | 'hang')[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const reply = replies.shift();
        const refuse = (code: number) =>
          callback(Object.assign(new Error('Not this time'), { responseCode: code }));
        if (reply === 'hang') return;
        if (reply === '450') return refuse(450);
        if (reply === '550') return refuse(550);
        if (reply !== 'drop') {
          taken.push(Buffer.concat(chunks).toString());
          envelopes.push(session.envelope);
        }
        if (reply) for (const connection of server.connections) connection.close();
        else callback();
      });
    },
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    envelopes,
    replies,
    hangUp: () => {
      for (const connection of server.connections) connection.close();
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

export const header = (message: string, name: string) =>
  new RegExp(`^${name}: (.*)$`, 'im').exec(message)?.[1]?.trim();

/** Decodes the text part (quoted-printable, RFC 2045 section 6.7). */
export const plainText = (message: string) =>
  message
    .slice(message.indexOf('text/plain'), message.indexOf('text/html'))
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
