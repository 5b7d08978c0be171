/** SECRET_KEY of all sites under test, in this process and others, so that each can decrypt what another has encrypted. */
export const TEST_SECRET = 'not a secret, but long enough for tests';
