import type { InferType, StringSchema } from 'yup';
import { object, string } from '../contract/fields';
import {
  allowedChoices,
  type EmailChoice,
  emailChoices,
  type NotificationKind,
  notificationKinds,
} from '../contract/notification-kinds';

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const refusal = (kind: NotificationKind, choice: EmailChoice) => {
  const emails = `${capitalized(notificationKinds[kind].adjective)} emails`;
  return choice === 'off' ? `${emails} can't be turned off.` : `${emails} are always sent right away.`;
};

const choiceOf = (kind: NotificationKind) =>
  string<EmailChoice>()
    .oneOf(emailChoices, 'Choose how to get these emails')
    .test('allowed', (choice, { createError }) => {
      if (!choice || !emailChoices.includes(choice) || allowedChoices(kind).includes(choice)) return true;
      return createError({ message: refusal(kind, choice) });
    });

const kinds = Object.keys(notificationKinds) as NotificationKind[];

const choicesForm = object(
  Object.fromEntries(kinds.map((kind) => [kind, choiceOf(kind)])) as Record<
    NotificationKind,
    StringSchema<EmailChoice | undefined>
  >,
);

export type Choices = InferType<typeof choicesForm>;

export const choicesBody = object({ choices: choicesForm.required() }).meta({ root: 'choices' });
