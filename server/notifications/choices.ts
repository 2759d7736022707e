import type { Knex } from 'knex';
import { idsOf } from '../../db/rows';
import { statement } from '../../db/sql';
import type { UserRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { clearApEmail, type NamedApEmail } from '../accounts/company/ap-email';
import { roleOf } from '../accounts/company/company';
import { keepsEvents } from '../accounts/company/events-since';
import {
  allowedChoices,
  type EmailChoice,
  type NotificationKind,
  notificationKinds,
} from '../contract/notification-kinds';
import type { NotificationChoice } from './contract';
import type { Choices } from './schema';

const kinds = Object.keys(notificationKinds) as NotificationKind[];

const isKind = (topic: string): topic is NotificationKind => Object.hasOwn(notificationKinds, topic);

type ChoosingUser = Pick<UserRow, 'buyer_id' | 'role'> & {
  readonly has_colleagues: boolean;
  readonly keeps_events: boolean;
};

const choosingUser = statement<ChoosingUser>(
  'user of notification choices',
  `select buyer_id, role,
          exists (select from users colleague where colleague.buyer_id = users.buyer_id
                     and colleague.id <> users.id and colleague.status <> 'removed') as has_colleagues,
          ${keepsEvents('users.buyer_id', 'users.seller_id')}
     from users where id = $1`,
);

function isShown(kind: NotificationKind, user: ChoosingUser | undefined) {
  // Gets no other mails (docs/rules.md#members).
  if (user?.role === 'warehouse') return kind === 'orders';
  const options = notificationKinds[kind];
  if (!('shownTo' in options)) return true;
  if (options.shownTo === 'buyers') return user?.buyer_id != null;
  if (options.shownTo === 'integrators') return user?.keeps_events === true && roleOf(user) === 'owner';
  return user?.has_colleagues === true && user.role !== 'viewer';
}

export async function choicesOf(db: Knex, userId: number): Promise<NotificationChoice[]> {
  const [rows, [user]] = await Promise.all([
    db('notification_choices').where({ user_id: userId }).select('kind', 'email'),
    choosingUser(db, [userId]),
  ]);
  const isViewer = user?.role === 'viewer';
  const chosen = new Map(rows.map(({ kind, email }) => [kind, email]));
  const offered = kinds.filter((kind) => isShown(kind, user));
  // Viewers get no mail at first, so that what can't be turned off is nothing they are asked about.
  const shown = isViewer ? offered.filter(mayBeOff) : offered;
  return shown.map((kind) => choiceOf(kind, chosen.get(kind) ?? (isViewer ? 'off' : undefined)));
}

const mayBeOff = (kind: NotificationKind) => allowedChoices(kind).includes('off');

function choiceOf(kind: NotificationKind, chosen: EmailChoice | undefined): NotificationChoice {
  const allowed = allowedChoices(kind);
  const email = chosen && allowed.includes(chosen) ? chosen : (allowed[0] ?? 'instant');
  return { kind, label: notificationKinds[kind].label, email, allowed };
}

/** Holds for what happens afterwards: notices already written leave with the next daily mail. */
export async function saveChoices(tx: Tx, userId: number, choices: Choices): Promise<NotificationChoice[]> {
  const rows = kinds.flatMap((kind) => {
    const email = choices[kind];
    return email ? [{ user_id: userId, kind, email, updated_at: tx.fn.now() as never }] : [];
  });
  if (rows.length > 0)
    await tx('notification_choices')
      .insert(rows)
      .onConflict(['user_id', 'kind'])
      .merge(['email', 'updated_at']);
  return choicesOf(tx, userId);
}

export const silenceable = (topics: readonly string[]): NotificationKind[] =>
  topics.filter(isKind).filter(mayBeOff);

export interface Unsubscriber {
  readonly userId: number;
  readonly kinds: readonly NotificationKind[];
  readonly searches: readonly SilencedAlert[];
  readonly wantLists: readonly SilencedAlert[];
  /** The address of a company, whose mails name the primary owner as their user. */
  readonly apEmail: NamedApEmail | null;
}

/** A saved search or a want list. */
export interface SilencedAlert {
  readonly id: number;
  readonly name: string | null;
}

export async function turnOff(
  tx: Tx,
  { userId, kinds: off, searches, wantLists, apEmail }: Unsubscriber,
): Promise<void> {
  if (apEmail) await clearApEmail(tx, apEmail);
  if (off.length > 0)
    await saveChoices(tx, userId, Object.fromEntries(off.map((kind) => [kind, 'off' satisfies EmailChoice])));
  if (searches.length + wantLists.length === 0) return;
  const { buyer_id = null } = (await tx('users').where({ id: userId }).first('buyer_id')) ?? {};
  if (!buyer_id) return;
  await tx('saved_searches').where({ buyer_id }).whereIn('id', idsOf(searches)).update({ alert: 'off' });
  await tx('want_lists').where({ buyer_id }).whereIn('id', idsOf(wantLists)).update({ alert: 'off' });
}
