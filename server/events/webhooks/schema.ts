import { array, boolean, id, object, requiredText, string, text } from '../../contract/fields';

const MAX_URL_LENGTH = 2_000;
const MAX_TYPES = 50;

const types = () => array(text(100).required()).max(MAX_TYPES);

export const createWebhookBody = object({ url: requiredText(MAX_URL_LENGTH), types: types().default([]) });

/** Of the types, an empty list stands for all. */
export const changeWebhookBody = object({
  url: text(MAX_URL_LENGTH).min(1),
  types: types(),
  enabled: boolean(),
});

const statuses = ['pending', 'delivered', 'failed', 'canceled'] as const;

export const deliveriesQuery = object({
  status: string().oneOf(statuses, 'Choose a status'),
  before: id(),
});

const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})$/;

const time = () =>
  text(40).test(
    'time',
    'Enter a time like 2026-11-24T15:00:00Z',
    (value) => value === undefined || (ISO_TIME.test(value) && !Number.isNaN(Date.parse(value))),
  );

export const replayBody = object({
  since: time().required('Enter a time like 2026-11-24T15:00:00Z'),
  until: time(),
  types: types().default([]),
});
