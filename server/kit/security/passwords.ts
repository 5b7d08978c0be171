// Password hashing: Node's argon2id behind a bounded queue. A login takes the same work whether or not the user exists.
import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { Problem } from '#server/kit/http/problem.ts';
import { createSemaphore } from '#server/kit/jobs/semaphore.ts';

/** quality.md, "Sessions and accounts": 19 MiB, two passes, one lane. */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const LANES = 1;
const SALT_BYTES = 16;
const TAG_BYTES = 32;
const LONGEST_QUEUE = 100;
/** Node hashes on its pool of four threads; one stays free, so that file and DNS operations do not wait for passwords. */
const MOST_AT_ONCE = 3;

const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,3})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/;

type Derive = (parameters: Argon2Parameters) => Promise<Buffer>;

const deriveArgon2id = promisify(argon2).bind(null, 'argon2id') as Derive;

const encode = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

/** Result of a password check. `outdated`: the stored hash is weaker than the current settings and should be replaced. */
export type PasswordCheck = { matches: boolean; outdated: boolean };

/**
 * Creates the password functions.
 * @param options.atOnce concurrent hashes; by default one per core, up to MOST_AT_ONCE (quality.md allows two)
 * @param options.waiting maximum queue length; further calls throw UNAVAILABLE
 * @param options.derive argon2id itself; tests replace it to count calls
 */
export function createPasswords(options: { atOnce?: number; waiting?: number; derive?: Derive } = {}) {
  const derive = options.derive ?? deriveArgon2id;
  const takeTurn = createSemaphore({
    atOnce: options.atOnce ?? Math.min(MOST_AT_ONCE, availableParallelism()),
    waiting: options.waiting ?? LONGEST_QUEUE,
  });
  const inTurn = async (task: () => Promise<Buffer>): Promise<Buffer> => {
    const endTurn = await takeTurn();
    if (!endTurn) throw new Problem('UNAVAILABLE', { retryAfterSeconds: 5 });
    try {
      return await task();
    } finally {
      endTurn();
    }
  };

  // A new PHC string with a random salt. Throws UNAVAILABLE when the queue is full.
  const hash = async (password: string): Promise<string> => {
    const nonce = randomBytes(SALT_BYTES);
    const tag = await inTurn(() =>
      derive({
        message: Buffer.from(password),
        nonce,
        parallelism: LANES,
        tagLength: TAG_BYTES,
        memory: MEMORY_KIB,
        passes: PASSES,
      }),
    );
    return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${encode(nonce)}$${encode(tag)}`;
  };

  // Compares in constant time. A stored value in another format never matches but takes the same work.
  const verify = async (stored: string, password: string): Promise<PasswordCheck> => {
    const found = PHC.exec(stored);
    if (!found) {
      await hash(password);
      return { matches: false, outdated: false };
    }
    const [memory, passes, parallelism] = [Number(found[1]), Number(found[2]), Number(found[3])];
    const nonce = Buffer.from(found[4] ?? '', 'base64');
    const expected = Buffer.from(found[5] ?? '', 'base64');
    const tag = await inTurn(() =>
      derive({ message: Buffer.from(password), nonce, parallelism, tagLength: expected.length, memory, passes }),
    );
    const isWeaker = memory < MEMORY_KIB || passes < PASSES || expected.length < TAG_BYTES;
    return { matches: timingSafeEqual(tag, expected), outdated: isWeaker };
  };

  // Like `verify`. If the user does not exist or has no password, it does the same work and never matches.
  const verifyOrDummy = async (stored: string | null | undefined, password: string): Promise<PasswordCheck> => {
    if (stored) return verify(stored, password);
    await hash(password);
    return { matches: false, outdated: false };
  };

  return { hash, verify, verifyOrDummy };
}

export type Passwords = ReturnType<typeof createPasswords>;

/** Shared by the whole process, so that its queue covers all hashes. */
export const passwords: Passwords = createPasswords();
