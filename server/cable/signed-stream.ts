import { createHmac, pbkdf2Sync, timingSafeEqual } from 'node:crypto';

/** Signs and verifies stream names as turbo-rails does, so that either side of a migration reads the other's. */
export interface StreamSigner {
  sign(stream: string): string;
  /** The stream's name, or null where the signature is not ours. */
  verify(signed: unknown): string | null;
}

const SALT = 'turbo/signed_stream_verifier_key';
const ITERATIONS = 1_000;
const KEY_BYTES = 64;
const SEPARATOR = '--';
const DIGEST = /^[0-9a-f]{64}$/;
const DIGEST_CHARACTERS = 64;

/** Names are parts joined with a colon; a part may not smuggle in another one. */
export const streamName = (...parts: readonly (string | number)[]) => parts.map(String).join(':');

/** A stream that is one user's alone: nobody else may subscribe to it, signed or not. */
export const userStream = (userId: number, ...parts: readonly (string | number)[]) =>
  streamName('user', userId, ...parts);

/** Whose stream it is, or null where it is nobody's own. */
export function ownerOf(stream: string): string | null {
  const [kind, owner] = stream.split(':', 2);
  return kind === 'user' ? (owner ?? '') : null;
}

const derive = (secret: string, digest: 'sha1' | 'sha256') =>
  pbkdf2Sync(secret, SALT, ITERATIONS, KEY_BYTES, digest);

const hmac = (key: Buffer, data: string) => createHmac('sha256', key).update(data).digest('hex');

const same = (a: string, b: string) => timingSafeEqual(Buffer.from(a), Buffer.from(b));

function decode(encoded: string): string | null {
  try {
    const name: unknown = JSON.parse(Buffer.from(encoded, 'base64').toString());
    return typeof name === 'string' ? name : null;
  } catch {
    // Signed by us, but no name: as good as unsigned.
    return null;
  }
}

export function streamSigner(secretKeyBase: string): StreamSigner {
  // Rails 7.0 and later derives with SHA256, which we sign with; before it was SHA1, which we still accept.
  const current = derive(secretKeyBase, 'sha256');
  const keys = [current, derive(secretKeyBase, 'sha1')];
  return {
    sign(stream) {
      const encoded = Buffer.from(JSON.stringify(stream)).toString('base64');
      return encoded + SEPARATOR + hmac(current, encoded);
    },
    verify(signed) {
      if (typeof signed !== 'string') return null;
      const cut = signed.length - DIGEST_CHARACTERS - SEPARATOR.length;
      if (cut < 1 || !signed.startsWith(SEPARATOR, cut)) return null;
      const encoded = signed.slice(0, cut);
      const digest = signed.slice(-DIGEST_CHARACTERS);
      if (!DIGEST.test(digest)) return null;
      // Ask both, so that time does not tell which one it was.
      const known = keys.map((key) => same(digest, hmac(key, encoded))).includes(true);
      return known ? decode(encoded) : null;
    },
  };
}
