import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';

// argon2id with OWASP's parameters: 19 MiB and about 20 ms of a core per hash.
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const MAX_CONCURRENT_HASHES = 4;

// Module state, because the memory and cores that it protects belong to the process.
const limitHashing = pLimit(MAX_CONCURRENT_HASHES);

export const hashPassword = (password: string) => limitHashing(() => hash(password, PARAMETERS));

const DUMMY_DIGEST = `$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** Verifies a dummy digest for unknown accounts: equal timing prevents account enumeration. */
export async function passwordMatches(digest: string | null, password: string): Promise<boolean> {
  const matches = await limitHashing(() => verify(digest ?? DUMMY_DIGEST, password));
  return digest !== null && matches;
}
