import type { Knex } from 'knex';
import { statement } from '../../../db/sql';
import { textCell } from '../../contract/csv';
import { plainDollars, signedCents } from '../../contract/money';
import type { EntryKind } from '../contract';
import { type EntryRow, entriesOf, OWED } from '../queries';

interface Month {
  /** `2026-11`, in UTC. */
  readonly name: string;
  readonly start: Date;
  readonly end: Date;
}

export function monthOf(file: string, now: Date): Month | null {
  const match = /^(20\d{2})-(0[1-9]|1[0-2])\.csv$/.exec(file);
  if (!match) return null;
  const [year, month] = [Number(match[1]), Number(match[2])];
  const start = new Date(Date.UTC(year, month - 1));
  return start > now
    ? null
    : { name: `${match[1]}-${match[2]}`, start, end: new Date(Date.UTC(year, month)) };
}

interface StatementLine extends EntryRow {
  /** What came from the buyer, and our part of it; null of a payout. */
  readonly gross: bigint | null;
  readonly fee: bigint | null;
}

interface Statement {
  /** What the seller was owed when the month began, released or not. */
  readonly opening: bigint;
  readonly lines: readonly StatementLine[];
}

/** From one snapshot, so that opening, lines and closing agree. */
export async function readStatement(db: Knex, sellerId: number, month: Month): Promise<Statement> {
  const tx = await db.transaction(undefined, { isolationLevel: 'repeatable read', readOnly: true });
  try {
    return { opening: await owedAt(tx, sellerId, month.start), lines: await linesIn(tx, sellerId, month) };
  } finally {
    await tx.rollback();
  }
}

/** Counts back from what is owed at present, since most of a long history lies before. */
async function owedAt(tx: Knex, sellerId: number, at: Date): Promise<bigint> {
  const { rows } = await tx.raw<{ rows: { owed: bigint }[] }>(
    `select (coalesce((select pending_cents + available_cents from seller_balances where seller_id = :sellerId), 0)
       - coalesce((select sum(${OWED}) from ledger_transactions posted
                    where seller_id = :sellerId and kind <> 'released' and at >= :at), 0))::bigint as owed`,
    { sellerId, at },
  );
  return rows[0]?.owed ?? 0n;
}

const postedTo = (account: string) => `case when posted.kind <> 'payout' then coalesce((
  select sum(amount_cents)::bigint from ledger_entries
   where transaction_id = posted.id and account = '${account}'), 0::bigint) end`;

const GROSS_AND_FEE = `, ${postedTo('cash')} as gross, -${postedTo('fees')} as fee`;

async function linesIn(tx: Knex, sellerId: number, { start, end }: Month): Promise<StatementLine[]> {
  const { rows } = await tx.raw<{ rows: StatementLine[] }>(
    entriesOf(
      `select * from ledger_transactions
        where seller_id = :sellerId and kind <> 'released' and at >= :start and at < :end`,
      GROSS_AND_FEE,
    ),
    { sellerId, start, end },
  );
  return rows.reverse();
}

const ACCOUNT_HEADINGS = ['Date', 'Type', 'Order', 'Buyer', 'Claim', 'Payout', 'Amount', 'Balance'];
export const STATEMENT_HEADINGS = [...ACCOUNT_HEADINGS, 'Gross', 'Fee', 'Net'];

const TYPES: Record<EntryKind, string> = {
  paid: 'Order paid',
  canceled: 'Order canceled',
  adjustment: 'Refund',
  payout: 'Payout',
};

const amountOf = (amount: bigint) => plainDollars(signedCents(amount));

export function* statementRows({ opening, lines }: Statement): Generator<string[]> {
  yield balanceRow('Opening balance', opening);
  let balance = opening;
  for (const line of lines) {
    balance += line.amount;
    yield rowOf(line, balance);
  }
  yield balanceRow('Closing balance', balance);
}

const balanceRow = (type: string, balance: bigint) => [
  ...['', type, '', '', '', '', ''],
  amountOf(balance),
  ...['', '', ''],
];

const rowOf = (line: StatementLine, balance: bigint): string[] => [
  line.at.toISOString().slice(0, 10),
  TYPES[line.kind],
  line.po_number ?? '',
  textCell(line.buyer_name ?? ''),
  line.claim_number ?? '',
  line.payout_number ?? '',
  amountOf(line.amount),
  amountOf(balance),
  ...(line.gross === null || line.fee === null
    ? ['', '', '']
    : [line.gross, line.fee, line.amount].map(amountOf)),
];

const monthsOfSeller = statement<{ month: string }>(
  'statement months',
  `select to_char(month, 'YYYY-MM') as month
     from generate_series(
       (select date_trunc('month', min(at) at time zone 'UTC') from ledger_transactions
         where seller_id = $1 and kind <> 'released'),
       date_trunc('month', now() at time zone 'UTC'), '1 month') month
    order by month desc limit 24`,
);

/** Months with a statement, newest first: from the first transaction to the current one, at most two years. */
export const statementMonths = async (db: Knex, sellerId: number): Promise<string[]> =>
  (await monthsOfSeller(db, [sellerId])).map(({ month }) => month);
