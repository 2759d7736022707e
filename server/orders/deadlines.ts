import type { PurchaseOrderRow } from '../../db/tables';
import type { Config } from '../config/config';
import { DAY_MS, HOUR_MS } from '../contract/durations';
import { endOfBankDays } from '../contract/time/business-days';
import { isUnpaid } from './state-machine';

type Deadline = Pick<Config, 'unpaidOrderHours'>;

/** When an unpaid order is canceled. null where it is not: for a payment of a wrong amount staff decide. */
export const payBy = (
  {
    status,
    payment_flag,
    created_at,
    deposits_due_at,
  }: Pick<PurchaseOrderRow, 'status' | 'payment_flag' | 'created_at' | 'deposits_due_at'>,
  { unpaidOrderHours }: Deadline,
): Date | null =>
  isUnpaid(status) && payment_flag !== 'wrong_amount'
    ? (deposits_due_at ?? new Date(created_at.getTime() + unpaidOrderHours * HOUR_MS))
    : null;

/** The same in SQL, without what it leaves to staff. */
export const payBySql = (row: string, { unpaidOrderHours }: Deadline) =>
  `coalesce(${row}.deposits_due_at, ${row}.created_at + interval '${Number(unpaidOrderHours)} hours')`;

/** Deposits take one or two business days to arrive. */
const DEPOSIT_DAYS = 3;

export const depositsDueAt = (sentAt: Date): Date => endOfBankDays(sentAt, DEPOSIT_DAYS);

/** When claims close and, without a claim, the seller's net becomes available. */
export const claimUntil = (receivedAt: Date, { claimDays }: Pick<Config, 'claimDays'>): Date =>
  new Date(receivedAt.getTime() + claimDays * DAY_MS);
