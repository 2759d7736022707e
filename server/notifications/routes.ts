import { signedIn, trader } from '../accounts/policy';
import { counted } from '../contract/money';
import { notificationKinds } from '../contract/notification-kinds';
import { page, type RouteDependencies, type Routes, route } from '../http/route';
import { anyone, publicRoute } from '../http/viewer';
import { choicesOf, saveChoices, turnOff, type Unsubscriber } from './choices';
import { settingsNotifications, showNotifications, unsubscribe, updateNotifications } from './contract';
import { findUnsubscriber } from './policy';
import { choicesBody } from './schema';

const unsubscribePage = { title: 'Email Preferences', view: 'pages/unsubscribe' } as const;

const STAYS = "You'll still get emails about your account and payments.";

/** `emails for “Home”`, `emails for 2 saved searches and 1 want list`. */
function alertsText({ searches, wantLists }: Unsubscriber): string {
  const [alert, ...others] = [...searches, ...wantLists];
  if (others.length === 0)
    return `emails for ${alert?.name ? `“${alert.name}”` : `this ${searches.length > 0 ? 'saved search' : 'want list'}`}`;
  const counts = [
    ...(searches.length > 0 ? [counted(searches.length, 'saved search', 'saved searches')] : []),
    ...(wantLists.length > 0 ? [counted(wantLists.length, 'want list')] : []),
  ];
  return `emails for ${counts.join(' and ')}`;
}

const alertsPlace = ({ searches }: Unsubscriber) =>
  searches.length > 0
    ? { label: 'Saved Searches', path: '/saved_searches' }
    : { label: 'Want Lists', path: '/want_lists' };

/** `offer emails`, `offer and order emails` or `emails for “Home”`, and where they are chosen. */
function unsubscribeLocals(unsubscriber: Unsubscriber) {
  const { kinds, searches, wantLists, apEmail } = unsubscriber;
  if (apEmail)
    return {
      what: 'emails with invoices and credit memos',
      place: { label: 'Company Settings', path: '/settings/company' },
      stays: null,
    };
  if (searches.length + wantLists.length > 0)
    return { what: alertsText(unsubscriber), place: alertsPlace(unsubscriber), stays: STAYS };
  const adjectives = kinds.map((kind) => notificationKinds[kind].adjective).join(' and ');
  const place = { label: 'Settings', path: '/settings/notifications' };
  return { what: `${adjectives} emails`, place, stays: STAYS };
}

export default ({ services: { transaction } }: RouteDependencies): Routes => [
  route(showNotifications, {
    may: signedIn,
    needs: null,
    reply: async ({ db, viewer }) => ({ choices: await choicesOf(db, viewer.id) }),
  }),
  route(updateNotifications, {
    body: choicesBody,
    may: signedIn,
    needs: null,
    retry: 'again',
    reply: async ({ viewer, body }) => ({
      choices: await transaction((tx) => saveChoices(tx, viewer.id, body.choices)),
    }),
  }),
  route(unsubscribe, {
    may: publicRoute,
    csrf: false,
    find: findUnsubscriber,
    form: {
      shows: ({ subject }) => ({
        ...unsubscribePage,
        locals: { ...unsubscribeLocals(subject), done: true },
      }),
    },
    reply: async ({ subject }) => {
      await transaction((tx) => turnOff(tx, subject));
      return {};
    },
  }),
  page('/settings/notifications', {
    may: trader,
    needs: null,
    title: 'Notifications',
    view: 'pages/settings',
    island: settingsNotifications,
    props: async ({ db, viewer }) => ({ choices: await choicesOf(db, viewer.id) }),
  }),
  page('/unsubscribe/:token', {
    ...unsubscribePage,
    may: anyone,
    find: findUnsubscriber,
    ungated: true,
    secret: true,
    footer: 'light',
    locals: ({ subject }) => ({ ...unsubscribeLocals(subject), done: false }),
  }),
];
