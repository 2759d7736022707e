import { createHmac } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { isJoseError } from '../accounts/sessions/bearer';
import type { Config } from '../config/config';

type Secret = Pick<Config, 'secretKeyBase'>;

const AUDIENCE = 'lotwise shared document';
const TYPE = 'shared-document+jwt';
const ALGORITHM = 'HS256';
const VALID_DAYS = 180;

interface SharedDocument {
  readonly documentId: number;
  /** Digest of the address that it went to: another address ends the link. */
  readonly recipient: string;
}

const keyOf = ({ secretKeyBase }: Secret) =>
  createHmac('sha256', secretKeyBase).update('shared documents').digest();

export const signShared = (secret: Secret, { documentId, recipient }: SharedDocument): Promise<string> =>
  new SignJWT({ recipient })
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
    .setSubject(String(documentId))
    .setAudience(AUDIENCE)
    .setIssuedAt()
    .setExpirationTime(`${VALID_DAYS}d`)
    .sign(keyOf(secret));

/** null where it is forged or expired. */
export async function readShared(secret: Secret, token: string): Promise<SharedDocument | null> {
  try {
    const { payload } = await jwtVerify(token, keyOf(secret), {
      algorithms: [ALGORITHM],
      audience: AUDIENCE,
      typ: TYPE,
    });
    return { documentId: Number(payload.sub), recipient: String(payload.recipient) };
  } catch (error) {
    if (isJoseError(error)) return null;
    throw error;
  }
}
