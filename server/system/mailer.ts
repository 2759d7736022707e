import type { Tx } from '../../db/transaction';
import { deliver } from '../mail/mailer';

interface Alarm {
  /** Names the cause: one mail for each cause and UTC day. */
  readonly cause: string;
  readonly subject: string;
  readonly lines: readonly string[];
}

const dayOf = async (tx: Tx) => {
  const { rows } = await tx.raw<{ rows: [{ day: string }] }>(
    `select to_char(now() at time zone 'utc', 'YYYY-MM-DD') as day`,
  );
  return rows[0].day;
};

/** Writes a mail to the operator. `lines` hold no data of customers. */
export async function mailOperations(tx: Tx, to: string, { cause, subject, lines }: Alarm) {
  await deliver(tx, {
    to,
    subject,
    view: 'operations',
    eventKey: `operations:${cause}:${await dayOf(tx)}`,
    locals: { lines },
  });
}
