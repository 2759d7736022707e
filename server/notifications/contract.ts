import { endpoint } from '../contract/endpoint';
import type { Island } from '../contract/island';
import type { EmailChoice, NotificationKind } from '../contract/notification-kinds';

export interface NotificationChoice {
  kind: NotificationKind;
  label: string;
  email: EmailChoice;
  allowed: readonly EmailChoice[];
}

interface NotificationsAnswer {
  choices: NotificationChoice[];
}

export const showNotifications = endpoint<NotificationsAnswer>()('GET /me/notifications');
export const updateNotifications = endpoint<NotificationsAnswer>()('PUT /me/notifications');
export const unsubscribe = endpoint<object>()('POST /unsubscribe/:token');

export const settingsNotifications: Island<{ choices?: NotificationChoice[] }> = {
  id: 'settings-notifications',
};
