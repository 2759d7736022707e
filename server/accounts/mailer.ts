import { randomUUID } from 'node:crypto';
import type { Tx } from '../../db/transaction';
import type { Letter } from '../mail/compose';
import { subjectWith } from '../mail/lines';
import { deliver } from '../mail/mailer';

interface Person {
  id: number;
  email: string;
  name: string;
}

const magicPath = (token: string) => `/magic/sign_in/${token}`;

/** The address is unconfirmed: a link in the name would let an applicant send advertisements. */
export const withoutLinks = (name: string) => (/[/@:]|\.\S/.test(name) ? '' : name);

export const applicationReceived = (tx: Tx, { id, email, name }: Person) =>
  deliver(tx, {
    to: email,
    subject: 'We received your application',
    view: 'application_received',
    eventKey: `user:${id}:applied`,
    locals: { name: withoutLinks(name) },
  });

/** Mails the owner of an address that applied again; the response does not reveal the account. */
export const applicationKnown = (tx: Tx, email: string) =>
  deliver(tx, {
    to: email,
    subject: 'You already have an account or application',
    view: 'application_known',
    // At most one a day.
    eventKey: `application-known:${email}:${tx.databaseClock.now().toISOString().slice(0, 10)}`,
    locals: {},
  });

interface Approval extends Person {
  token: string | null;
  isSeller: boolean;
}

export const approved = (tx: Tx, { email, name, token, isSeller }: Approval) =>
  deliver(tx, {
    to: email,
    subject: 'Your account is approved',
    view: 'approved',
    eventKey: `approved:${randomUUID()}`,
    locals: {
      name,
      path: token === null ? '/sign_in' : magicPath(token),
      hasPassword: token === null,
      isSeller,
    },
  });

/** Apart from its delivery, because staff read it before they deny. */
export const denialLetter = ({ email, name }: Pick<Person, 'email' | 'name'>): Letter => ({
  to: email,
  subject: "We couldn't approve your account",
  view: 'denied',
  locals: { name },
});

export const denied = (tx: Tx, person: Person) =>
  deliver(tx, { ...denialLetter(person), eventKey: `denied:${randomUUID()}` });

export const resetLink = (tx: Tx, { email, name, token }: Person & { token: string }) =>
  deliver(tx, {
    to: email,
    subject: 'Reset your password',
    view: 'reset_password',
    eventKey: `reset:${randomUUID()}`,
    locals: { name, path: `/reset_password?reset_password_token=${encodeURIComponent(token)}` },
  });

export const freshLink = (tx: Tx, { email, name, token, isSeller }: Approval & { token: string }) =>
  deliver(tx, {
    to: email,
    subject: 'Create your password',
    view: 'approved',
    eventKey: `fresh-link:${randomUUID()}`,
    locals: { name, path: magicPath(token), hasPassword: false, isSeller },
  });

export const invitation = (
  tx: Tx,
  { email, token, sellerName }: { email: string; token: string; sellerName: string },
) =>
  deliver(tx, {
    to: email,
    subject: subjectWith(sellerName, (name) => `You're invited to manage ${name}`),
    view: 'invitation',
    eventKey: `invitation:${randomUUID()}`,
    locals: { sellerName, path: magicPath(token) },
  });
