import { email, mixed, object, REQUIRED, string } from '../contract/fields';

export const signInForm = object({
  email: email().required(REQUIRED),
  password: string().required(REQUIRED),
});

// Every wrong credential gets the same 401, so the form's rules do not apply here.
export const credentials = object({
  user: object({
    email: string().default('').max(1_000),
    password: string().default('').max(10_000),
  }).required(),
}).meta({ root: 'user', secret: true });

export const currentUserQuery = object({ user: mixed() });

export const secret = () => string().default('').max(1_000);

export const magicSignInQuery = object({ magic_sauce: secret() });
