import { endpoint } from '../contract/endpoint';
import {
  boolean,
  confirmPassword,
  email,
  INVALID_EMAIL,
  mixed,
  newPassword,
  number,
  object,
  REQUIRED,
  requiredText,
  string,
  text,
} from '../contract/fields';
import { island } from '../contract/island';

export const userStatuses = ['provisional', 'denied', 'approved', 'password_created', 'onboarded'] as const;
export type UserStatus = (typeof userStatuses)[number];

export type UserKind = 'buyer' | 'seller' | 'staff';

export const features = ['shopify', 'alternate_routes'] as const;
export type Feature = (typeof features)[number];

export interface CurrentUser {
  id: number;
  email: string;
  full_name: string;
  image_url: string | null;
  status: UserStatus;
  admin: boolean;
  buyer: { id: number; name: string; category: string } | null;
  seller: { id: number; name: string; description: string } | null;
  profile_complete: boolean;
  seller_has_products: boolean;
  has_shopify_session: boolean;
  shopify_shop_name: string | null;
  shopify_shop_url: string | null;
  features: { shopify: boolean; alternate_routes: boolean };
  release_notes: { id: number; created_at: string; body: string }[];
}

export interface SignedIn {
  user: CurrentUser;
}

/** 20 failures block an account for 15 minutes (contract 6.23). */
export const INCORRECT = 'Incorrect email or password';

export const signInForm = object({
  email: email().required(REQUIRED),
  password: string().required(REQUIRED),
});

// The form's messages are for the form: whatever is wrong here is one answer, so nothing is refused before it is looked up.
const credentials = object({
  user: object({
    email: string().default('').max(1_000),
    password: string().default('').max(10_000),
  }).default({
    email: '',
    password: '',
  }),
});

export const login = endpoint<SignedIn>()('POST /login', credentials);
export const logout = endpoint<undefined>()('DELETE /logout');
export const me = endpoint<SignedIn>()('GET /me');
export const currentUser = endpoint<{ user: CurrentUser | null; errors?: string[] }>()(
  'GET /current_user',
  null,
  object({ user: mixed() }),
);

/** What sellers sell, in the words of the forms. */
const productCategories = [
  'Apparel',
  'Beauty',
  'Consumables',
  'Footwear',
  'Home',
  'Pet',
  'Toys',
  'Other Category',
] as const;
export const sellerCategories: readonly string[] = productCategories;
export const buyerCategories: readonly string[] = [
  ...productCategories,
  'Off-price retail',
  'Online reseller',
  'Discount store',
  'Liquidator',
  'Exporter',
  'Other',
];

const INVALID_CATEGORY = 'Invalid category';
const category = (among: readonly string[]) => string().required(REQUIRED).oneOf(among, INVALID_CATEGORY);

export const buyerApplicationForm = object({
  full_name: requiredText(200),
  email: email().required(REQUIRED),
  buyer_name: requiredText(200),
  buyer_category: category(buyerCategories),
});

export const sellerApplicationForm = object({
  seller_name: requiredText(200),
  email: email().required(REQUIRED),
  seller_category: category(sellerCategories),
});

/** Which form it is shows in its fields; it is validated by that form's schema. */
export interface Application {
  full_name?: string | undefined;
  email?: string | undefined;
  buyer_name?: string | undefined;
  buyer_category?: string | undefined;
  seller_name?: string | undefined;
  seller_category?: string | undefined;
}

const anyText = () => string().max(1_000);
export const apply = endpoint<object>()(
  'POST /profiles',
  object({
    profile: object({
      full_name: anyText(),
      email: anyText(),
      buyer_name: anyText(),
      buyer_category: anyText(),
      seller_name: anyText(),
      seller_category: anyText(),
    }).required(),
  }),
);

export const newPasswordForm = object({
  password: newPassword(),
  confirm_password: confirmPassword('password'),
});

export const forgotPasswordForm = object({ email: email().required(INVALID_EMAIL) });

/** The confirmation never tells whether there is such an account. */
export const RESET_REQUESTED =
  'If there is an account associated with this email address, a link has been sent to reset the password';
export const CHECK_EMAIL = 'Please check your email to continue';
export const INVALID_RESET_TOKEN = 'Invalid reset password token. Please request another.';
export const RESET_FAILED =
  'There was a problem resetting your password. Please contact support if the problem continues.';

export const requestReset = endpoint<{ message: string }>()(
  'POST /password',
  object({ user: object({ email: string().default('').max(1_000) }).default({ email: '' }) }),
);

export interface AttributeError {
  attribute: string;
  type: string;
  message: string;
}

const secret = () => string().default('').max(1_000);
export const resetPassword = endpoint<SignedIn>()(
  'PUT /password',
  object({
    user: object({
      reset_password_token: secret(),
      password: secret(),
      confirm_password: secret(),
    }).required(),
  }),
);

export interface NewPassword {
  password?: string | undefined;
  confirm_password?: string | undefined;
  current_password?: string | undefined;
  status?: string | undefined;
}

const newPasswordFields = {
  password: string().max(1_000),
  confirm_password: string().max(1_000),
  current_password: string().max(1_000),
  status: string().max(100),
};
/** `{user: {…}}`, or the same unnested. */
export const updateMe = endpoint<SignedIn>()(
  'PUT /me',
  object({ ...newPasswordFields, user: object(newPasswordFields).default(undefined) }),
);

export const magicSignIn = endpoint<SignedIn>()(
  'GET /magic_sign_in',
  null,
  object({ magic_sauce: secret() }),
);

/** What staff see of an application (contract section 2). */
export interface ApplicationRow {
  id: number;
  kind: 'buyer' | 'seller';
  full_name: string;
  email: string;
  company: string;
  category: string;
  status: UserStatus;
  created_at: string;
}

export const listApplications = endpoint<{
  applications: ApplicationRow[];
  total: number;
  waiting: number;
}>()(
  'GET /admin/applications',
  null,
  object({
    page: number().integer().min(1).default(1),
    per: number().integer().min(1).max(1_000).default(50),
    query: text(200),
    status: string().oneOf([...userStatuses, '']),
  }),
);
export const approve = endpoint<ApplicationRow>()('POST /admin/applications/:id/approve');
export const deny = endpoint<ApplicationRow>()('POST /admin/applications/:id/deny');

export interface PersonPage {
  id: number;
  kind: UserKind;
  email: string;
  full_name: string;
  company: string;
  category: string;
  status: UserStatus;
  created_at: string;
  features: { shopify: boolean; alternate_routes: boolean };
  history: { at: string; actor: string; action: string; before: unknown; after: unknown }[];
}

export const showPerson = endpoint<PersonPage>()('GET /admin/people/:id');
export const updatePerson = endpoint<PersonPage>()(
  'PUT /admin/people/:id',
  object({
    full_name: text(200),
    company: text(200),
    kind: string<'buyer' | 'seller'>().oneOf(['buyer', 'seller']),
    features: object({ shopify: boolean(), alternate_routes: boolean() }).default(undefined),
  }),
);

/**
 * Own paths only, else home: nobody is sent elsewhere by an address that somebody else made up. Browsers read `\` as `/`
 * and leave tabs and line breaks out, so that `/\t/evil` would lead to another host.
 */
export const ownPath = (path: unknown): string =>
  typeof path === 'string' && /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(path) ? path : '/';

export const signIn = island<{ returnTo: string | null }>('sign-in');
export const signUp = island('sign-up');
/** Sign-in and sign-up as dialogs over the home page. */
export const authModal = island('auth-modal');
export const buyerApplication = island('buyer-application');
export const sellerApplication = island('seller-application');
export const forgotPassword = island('forgot-password');
export const resetPasswordForm = island<{ token: string }>('reset-password');
export const createPassword = island<{ kind: UserKind }>('create-password');
export const magicSignInSpot = island<{ token: string }>('magic-sign-in');
export const applications = island<{
  list: { applications: ApplicationRow[]; total: number; waiting: number };
  page: number;
  query: string;
  status: string;
}>('applications');
export const personSpot = island<{ person: PersonPage }>('person');
