import { randomUUID } from 'node:crypto';
import type { Tx } from '../../../db/transaction';
import { UTC } from '../../contract/time/zones';
import { mailDay, mailTime } from '../../mail/lines';
import { deliver } from '../../mail/mailer';

async function mailTo(
  tx: Tx,
  userId: number,
  letter: { subject: string; view: string; locals?: Record<string, unknown> },
) {
  const person = await tx('users').where({ id: userId }).first('email', 'full_name');
  if (!person) throw new Error(`User ${userId} is gone`);
  await deliver(tx, {
    ...letter,
    to: person.email,
    eventKey: `security:${randomUUID()}`,
    locals: { name: person.full_name, path: '/settings/security', ...letter.locals },
  });
}

export const codesBlocked = (tx: Tx, userId: number) =>
  mailTo(tx, userId, { subject: 'Someone knows your password', view: 'codes_blocked' });

export const factorChanged = (tx: Tx, userId: number, isOn: boolean) =>
  mailTo(tx, userId, {
    subject: `Two-step verification is ${isOn ? 'on' : 'off'}`,
    view: 'second_factor',
    // Neither knows the reader's zone, so the day is UTC's.
    locals: { isOn, day: mailDay(tx.databaseClock.now()) },
  });

export const resetPlanned = (tx: Tx, userId: number, { token, dueAt }: { token: string; dueAt: Date }) =>
  mailTo(tx, userId, {
    subject: 'Your two-step verification will be reset',
    view: 'factor_reset',
    locals: { due: mailTime(dueAt, UTC), cancelPath: `/factor_resets/${token}` },
  });
