import type { Tx } from '../../db/transaction';

const KEPT = 500;

interface Message {
  readonly name: string;
  readonly headers: Record<string, string>;
  readonly body: string;
  /** What is answered at first, and how often per id. */
  readonly refusal: { readonly status: number; readonly times: number };
}

/** Keeps what arrived. Returns the status to answer: the refusal's as often as it says, then 200. */
export async function receive(tx: Tx, { name, headers, body, refusal }: Message): Promise<number> {
  // Of two at once, one counts the other.
  await tx.raw('select pg_advisory_xact_lock(hashtext(?))', [`webhook-arrivals ${name}`]);
  const message_id = headers['webhook-id'] ?? '';
  const before = await tx('webhook_arrivals')
    .where({ name, message_id })
    .count<{ count: bigint }[]>('* as count');
  const status = Number(before[0]?.count ?? 0) < refusal.times ? refusal.status : 200;
  await tx('webhook_arrivals').insert({
    name,
    message_id,
    headers: JSON.stringify(headers) as never,
    body,
    status,
  });
  await tx.raw(
    `delete from webhook_arrivals where name = ? and id <= (
       select id from webhook_arrivals where name = ? order by id desc offset ? limit 1)`,
    [name, name, KEPT],
  );
  return status;
}
