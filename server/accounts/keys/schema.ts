import { array, number, object, price, REQUIRED, text } from '../../contract/fields';
import { KEY_DAYS, MAX_KEY_DAYS, MAX_OVERLAP_HOURS } from './rules';

const CHOOSE_CAPABILITY = 'Choose at least one capability';

const DAYS = `Enter 1 to ${MAX_KEY_DAYS} days`;
const HOURS = `Enter 0 to ${MAX_OVERLAP_HOURS} hours`;

const limit = () => price().min(1, 'Enter a limit above $0.00').nullable();

/** Which capabilities a company's keys can have, the act knows. */
export const createKeyBody = object({
  name: text(60).required(REQUIRED),
  capabilities: array(text(60).required(CHOOSE_CAPABILITY))
    .required(CHOOSE_CAPABILITY)
    .min(1, CHOOSE_CAPABILITY)
    .max(30),
  expires_in_days: number()
    .integer(DAYS)
    .min(1, DAYS)
    .max(MAX_KEY_DAYS, DAYS)
    .typeError(DAYS)
    .default(KEY_DAYS),
  order_limit_cents: limit(),
  month_limit_cents: limit(),
});

export const rotateKeyBody = object({
  overlap_hours: number()
    .integer(HOURS)
    .min(0, HOURS)
    .max(MAX_OVERLAP_HOURS, HOURS)
    .typeError(HOURS)
    .required(HOURS),
});
