import Stripe from 'stripe';
import { answer } from './api';
import type { Sandbox } from './sandbox';

/** Passes the `stripe` package's requests to the sandbox in this process; web and worker share its database rows. */
const inLowerCase = (headers: object) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]));

export const inProcess = (sandbox: Sandbox): Stripe.HttpClient => ({
  getClientName: () => 'sandbox',
  makeRequest: async (_host, _port, path, method, headers, requestData) => {
    const reply = await answer(sandbox, {
      method,
      url: path,
      body: requestData ?? '',
      headers: inLowerCase(headers),
    });
    return new Response(reply);
  },
});

class Response extends Stripe.HttpClientResponse {
  constructor(private readonly reply: { status: number; headers: Record<string, string>; body: string }) {
    super(reply.status, reply.headers);
  }
  override getRawResponse() {
    return this.reply;
  }
  override toStream(): never {
    throw new Error('The sandbox streams nothing');
  }
  override toJSON() {
    return Promise.resolve(JSON.parse(this.reply.body));
  }
}
