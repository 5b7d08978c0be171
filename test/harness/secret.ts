/** SECRET_KEY of every site under test, in this process or another: each can decrypt what another has encrypted. */
export const TEST_SECRET = 'not a secret, but long enough for tests';
