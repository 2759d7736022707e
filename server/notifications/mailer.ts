import type { EmailNoticeRow, UserRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { zoneOfUser } from '../accounts/trade-contacts';
import { type NotificationKind, notificationKinds } from '../contract/notification-kinds';
import { mailTime, subjectWith } from '../mail/lines';
import { deliver } from '../mail/mailer';
import { silenceable } from './choices';

const MAX_LINES = 25;

interface Section {
  readonly kind: NotificationKind;
  /** `3 offers`. Several notices about one offer count once. */
  readonly count: string;
  readonly notices: readonly EmailNoticeRow[];
}

function sectionsOf(notices: readonly EmailNoticeRow[]): Section[] {
  return (Object.keys(notificationKinds) as NotificationKind[]).flatMap((kind) => {
    const own = notices.filter((notice) => notice.kind === kind);
    if (own.length === 0) return [];
    const count = new Set(own.map(({ content }) => content.path)).size;
    const [one, several] = notificationKinds[kind].counted;
    return [{ kind, count: `${count.toLocaleString('en-US')} ${count === 1 ? one : several}`, notices: own }];
  });
}

const sectionLocals = ({ kind, notices }: Section, zone: string) => ({
  label: notificationKinds[kind].label,
  lines: notices.slice(0, MAX_LINES).map(({ content, at }) => ({ ...content, at: mailTime(at, zone) })),
  more: Math.max(0, notices.length - MAX_LINES),
});

export async function deliverDigest(
  tx: Tx,
  person: Pick<UserRow, 'id' | 'email' | 'full_name'>,
  notices: readonly EmailNoticeRow[],
): Promise<number> {
  const zone = await zoneOfUser(tx, person.id);
  const sections = sectionsOf(notices);
  const counts = sections.map(({ count }) => count).join(', ');
  const topics = silenceable(sections.map(({ kind }) => kind));
  const id = await deliver(tx, {
    to: person.email,
    subject: subjectWith(tx.config.brandName, (name) => `Your day on ${name}: ${counts}`),
    view: 'daily_digest',
    eventKey: `daily-digest:${person.id}:${notices.at(-1)?.id}`,
    ...(topics.length > 0 && { unsubscribes: { userId: person.id, topics } }),
    locals: {
      name: person.full_name,
      counts,
      preview: notices[0]?.content.subject ?? '',
      sections: sections.map((section) => sectionLocals(section, zone)),
      path: sections[0]?.kind === 'offers' ? '/my_offers' : '/my_orders',
      button: sections[0]?.kind === 'offers' ? 'Review My Offers' : 'View My Orders',
      why: 'you chose to get these emails daily',
      chosen: true,
    },
  });
  if (id === null) throw new Error('The daily mail was already written');
  return id;
}
