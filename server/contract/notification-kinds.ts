export const emailChoices = ['instant', 'daily', 'off'] as const;
export type EmailChoice = (typeof emailChoices)[number];

interface KindOptions {
  readonly label: string;
  /** Begins with the default. */
  readonly allowed: readonly ['instant', ...EmailChoice[]];
  /** As in `Turn off offer emails?`. */
  readonly adjective: string;
  /** What a daily mail counts: one and several. */
  readonly counted: readonly [string, string];
  /**
   * Colleagues: those of a buyer's company of several people who ask for approvals, or decide. Integrators: owners of a
   * company with API keys or webhooks. Absent: all.
   */
  readonly shownTo?: 'buyers' | 'colleagues' | 'integrators';
}

/** What people choose mails by, in the order of the settings. A mail without a kind always leaves. */
export const notificationKinds = {
  offers: {
    label: 'Offers and messages',
    allowed: ['instant', 'daily', 'off'],
    adjective: 'offer',
    counted: ['offer', 'offers'],
  },
  orders: {
    label: 'Orders and shipping',
    allowed: ['instant', 'daily', 'off'],
    adjective: 'order',
    counted: ['order', 'orders'],
  },
  claims: {
    label: 'Claims',
    allowed: ['instant', 'daily'],
    adjective: 'claim',
    counted: ['claim', 'claims'],
  },
  favorites: {
    label: 'Favorites',
    allowed: ['instant', 'off'],
    adjective: 'favorites',
    counted: ['favorite', 'favorites'],
    shownTo: 'buyers',
  },
  approvals: {
    label: 'Approvals',
    allowed: ['instant', 'off'],
    adjective: 'approval',
    counted: ['approval', 'approvals'],
    shownTo: 'colleagues',
  },
  integrations: {
    label: 'API keys and webhooks',
    allowed: ['instant', 'off'],
    adjective: 'integration',
    counted: ['integration', 'integrations'],
    shownTo: 'integrators',
  },
  payments: {
    label: 'Payments',
    allowed: ['instant'],
    adjective: 'payment',
    counted: ['payment', 'payments'],
  },
} as const satisfies Record<string, KindOptions>;

export type NotificationKind = keyof typeof notificationKinds;

export const allowedChoices = (kind: NotificationKind): readonly EmailChoice[] =>
  notificationKinds[kind].allowed;

const SAVED_SEARCH = 'saved-search-';

export const savedSearchTopic = (id: number) => `${SAVED_SEARCH}${id}`;

const WANT_LIST = 'want-list-';

export const wantListTopic = (id: number) => `${WANT_LIST}${id}`;

export const wantListOfTopic = (topic: string): number | null =>
  topic.startsWith(WANT_LIST) ? Number(topic.slice(WANT_LIST.length)) : null;

export const savedSearchOfTopic = (topic: string): number | null =>
  topic.startsWith(SAVED_SEARCH) ? Number(topic.slice(SAVED_SEARCH.length)) : null;
