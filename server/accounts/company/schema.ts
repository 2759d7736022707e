import type { Role } from '../../contract/capabilities';
import {
  boolean,
  EMAIL,
  email,
  INVALID_EMAIL,
  id,
  object,
  price,
  REQUIRED,
  requiredText,
  string,
  trimmed,
} from '../../contract/fields';
import { newPasswordForm } from '../passwords/schema';
import { secret } from '../schema';
import { allRoles } from './rules';

export const CHOOSE_ROLE = 'Choose a role';

const role = () => string<Role>().oneOf(allRoles, CHOOSE_ROLE);

const limit = () => price().min(1, 'Enter a limit above $0.00').nullable();

const limits = { order_limit_cents: limit(), month_limit_cents: limit() };

/** Without characters that turn or hide the text around them: others read the address in lists. */
const VISIBLE = /^\P{C}*$/u;

/** Which roles a company has, the act knows. */
export const inviteBody = object({
  email: email().matches(VISIBLE, INVALID_EMAIL).required(REQUIRED),
  role: role().required(CHOOSE_ROLE),
  ...limits,
});

/** Of the dialog, which shows the role that the member has. */
export const memberForm = object({ role: role().required(CHOOSE_ROLE), ...limits });

export const changeMemberBody = object({ role: role(), ...limits });

const ENTER_EMAIL = 'Enter a valid email';

/** An empty text or null clears it. */
export const companyBody = object({
  ap_email: string()
    .transform(trimmed)
    .transform((value) => (typeof value === 'string' ? value.toLowerCase() || null : value))
    .max(254, ENTER_EMAIL)
    .matches(EMAIL, ENTER_EMAIL)
    .nullable()
    .defined(ENTER_EMAIL),
});

/** Of the settings, where an empty field clears it. */
export const apEmailForm = object({
  ap_email: string()
    .transform(trimmed)
    .matches(EMAIL, { message: ENTER_EMAIL, excludeEmptyString: true })
    .defined(),
});

export const removeMemberBody = object({ revoke_keys: boolean().default(false) });

export const transferBody = object({
  user_id: id().required('Choose an owner').typeError('Choose an owner'),
});

export const acceptBody = object({
  token: secret(),
  full_name: string().max(1_000),
  password: string().max(1_000),
  confirm_password: string().max(1_000),
}).meta({ secret: true });

export const joinForm = newPasswordForm.shape({ full_name: requiredText(200) });
