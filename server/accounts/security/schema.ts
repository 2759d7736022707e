import type { ObjectSchema } from 'yup';
import { object, REQUIRED, string, text } from '../../contract/fields';
import type { ProofMethod } from './contract';

/** Longer than any code is typed, with spaces and dashes. */
const code = () => string().max(100);

export const confirmBody = object({
  password: string().max(10_000),
  code: code(),
  recovery_code: code(),
}).meta({ secret: true });

export const secondFactorBody = object({
  token: string().max(2_000),
  code: code(),
  recovery_code: code(),
}).meta({ secret: true });

export const turnOnBody = object({ code: code().default('') }).meta({ secret: true });

export const resetFactorForm = object({ reason: text(500).required('Enter a reason') });

const CODE = 'Enter the 6 digits';
/** As apps show it, with spaces; the server ignores them. */
const SIX_DIGITS = /^\s*(\d\s*){6}$/;

const proofs = {
  password: () => string().required(REQUIRED),
  code: () => string().required(CODE).matches(SIX_DIGITS, CODE),
  recovery_code: () => string().required(REQUIRED).max(100),
} as const satisfies Record<ProofMethod, unknown>;

/** Of the form with the one field of a proof. */
export const proofForm = (method: ProofMethod) =>
  object({ [method]: proofs[method]() }) as unknown as ObjectSchema<Record<string, string>>;
