import { createHmac, pbkdf2Sync, timingSafeEqual } from 'node:crypto';
import type { Channel, Identity } from './channel';

/** Compatible with turbo-rails, so Rails and this server accept each other's names. */
export interface StreamSigner {
  sign(stream: string): string;
  verify(signed: unknown): string | null;
}

const SALT = 'turbo/signed_stream_verifier_key';
const ITERATIONS = 1_000;
const KEY_BYTES = 64;
const SEPARATOR = '--';
const DIGEST = /^[0-9a-f]{64}$/;
const DIGEST_CHARACTERS = 64;

export const streamName = (...parts: readonly (string | number)[]) => parts.map(String).join(':');

export const userStream = (userId: number, ...parts: readonly (string | number)[]) =>
  streamName('user', userId, ...parts);

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
    return null;
  }
}

export function streamSigner(secretKeyBase: string): StreamSigner {
  // Rails 7.0 and later derive keys with SHA256; names from earlier versions (SHA1) are accepted, too.
  const current = derive(secretKeyBase, 'sha256');
  const keys = [current, derive(secretKeyBase, 'sha1')];
  return {
    sign(stream) {
      const encoded = Buffer.from(JSON.stringify(stream)).toString('base64');
      return encoded + SEPARATOR + hmac(current, encoded);
    },
    verify(signed) {
      if (typeof signed !== 'string') return null;
      const length = signed.length - DIGEST_CHARACTERS - SEPARATOR.length;
      if (length < 1 || !signed.startsWith(SEPARATOR, length)) return null;
      const encoded = signed.slice(0, length);
      const digest = signed.slice(-DIGEST_CHARACTERS);
      if (!DIGEST.test(digest)) return null;
      // Compares with both keys, so that the time is the same.
      const isValid = keys.map((key) => same(digest, hmac(key, encoded))).includes(true);
      return isValid ? decode(encoded) : null;
    },
  };
}

/** The channel of `<turbo-cable-stream-source>`: a signed name permits any stream but another user's. */
export const turboStreams = <V extends Identity>(signer: StreamSigner): Channel<V> => ({
  name: 'Turbo::StreamsChannel',
  may: () => true,
  streams(viewer, { signed_stream_name: signed }) {
    const stream = signer.verify(signed);
    if (stream === null) return null;
    const owner = ownerOf(stream);
    return owner === null || owner === String(viewer.id) ? [stream] : null;
  },
});
