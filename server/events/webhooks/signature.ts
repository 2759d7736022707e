import { Webhook } from 'standardwebhooks';

interface Message {
  readonly id: string;
  readonly at: Date;
  readonly body: string;
}

/** As Standard Webhooks names them. */
export const signedHeaders = ({ id, at, body }: Message, secrets: readonly string[]) => ({
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
  'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
});
