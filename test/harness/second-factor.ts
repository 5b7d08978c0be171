// The user's side of two-factor login: an authenticator app, and a browser that keeps cookies.
import { Secret, TOTP } from 'otpauth';
import type { Person, TestApp } from './harness.ts';
import { mailsTo } from './mailbox.ts';

/** The code that an authenticator app shows at a given time. */
export function appCode(secret: string, at: Date = new Date()): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() });
}

/** Six digits that are not a valid code at or around a given time. */
export function wrongAppCode(secret: string, at: Date): string {
  const near = [-1, 0, 1].map((steps) => appCode(secret, new Date(at.getTime() + steps * 30_000)));
  const wrong = ['000000', '111111', '222222', '333333'].find((code) => !near.includes(code));
  if (!wrong) throw new Error('all of these codes are valid');
  return wrong;
}

type Reply = Awaited<ReturnType<TestApp['call']>>;

/** The Cookie header that a browser sends after a response: its previous cookies, updated with those set by the response. */
export function cookieAfter(before: string, reply: Reply): string {
  const held = new Map(
    before
      .split('; ')
      .filter(Boolean)
      .map((pair) => pair.split('=', 2) as [string, string]),
  );
  for (const { name, value, maxAge } of reply.cookies) {
    if (maxAge === 0) held.delete(name);
    else held.set(name, value);
  }
  return [...held].map(([name, value]) => `${name}=${value}`).join('; ');
}

/** A user whose logins require a second factor. */
export type Guarded = Person & { secret: string; recoveryCodes: string[] };

/** Turns on two-factor login for a user. Moves the clock forward by 30 seconds, so that the next code is different. */
export async function guard(test: TestApp, person: Person): Promise<Guarded> {
  const post = (url: string, payload: object) => test.call({ method: 'POST', url, payload }, person);
  const { secret } = (await post('/api/auth/two-factor/setup', {})).json<{ secret: string }>();
  const reply = await post('/api/auth/two-factor/enable', { code: appCode(secret, test.deps.now()) });
  if (reply.statusCode !== 200) throw new Error(`two-factor login could not be turned on: ${reply.body}`);
  test.moveClock(30_000);
  const { recoveryCodes } = reply.json<{ recoveryCodes: string[] }>();
  return { ...person, headers: { cookie: cookieAfter('', reply) }, secret, recoveryCodes };
}

/** Subject and text of each email sent to a user, oldest first. */
export async function mailTo(test: TestApp, { email }: { email: string }) {
  return (await mailsTo(test, email)).map(({ subject, text }) => ({ subject, text }));
}
