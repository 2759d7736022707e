import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';

// argon2id with OWASP's parameters: 19 MiB and about 20 ms of a core per hash.
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const MAX_CONCURRENT_HASHES = 4;

const limitHashing = pLimit(MAX_CONCURRENT_HASHES);

export const hashPassword = (password: string) => limitHashing(() => hash(password, PARAMETERS));

let dummyDigest: Promise<string> | null = null;

/** Verifies a dummy digest for unknown accounts: equal timing prevents account enumeration. */
export async function passwordMatches(digest: string | null, password: string): Promise<boolean> {
  dummyDigest ??= hashPassword('a password that nobody has');
  const against = digest ?? (await dummyDigest);
  const matches = await limitHashing(() => verify(against, password));
  return digest !== null && matches;
}
