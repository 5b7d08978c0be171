/** SECRET_KEY of every site under test, in this process or one of its own: each can open what another has sealed. */
export const TEST_SECRET = 'not a secret, but long enough for tests';
