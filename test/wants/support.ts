import type { Buyer } from '../../server/accounts/policy';
import * as calls from '../../server/wants/contract';
import { wantJobs } from '../../server/wants/jobs';
import type { Client } from '../support/client';
import type { Factory } from '../support/factories';
import { runDueJobs } from '../support/jobs';

export async function pageOf(client: Client, id: number, query: { status?: string; page?: number } = {}) {
  const { body, status } = await client.call(calls.showWantList, { id }, undefined, query);
  expect(status).toBe(200);
  return body;
}

/** A list of the buyer as it is once the worker is done. */
export async function aWantList(factory: Factory, buyer: Buyer, text: string, options: object = {}) {
  const client = await factory.as(buyer);
  const { body, status } = await client.call(calls.createWantList, {}, { want_list: { text, ...options } });
  expect(status).toBe(201);
  await runDueJobs(factory.services, wantJobs);
  const { id } = body.want_list;
  return { client, id, page: await pageOf(client, id) };
}
