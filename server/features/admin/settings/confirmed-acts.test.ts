// Sensitive actions by an administrator whose session was not confirmed recently.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { confirmedSettings } from '#contract/admin/settings.ts';
import { PASSWORD, type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { appCode, guard } from '#test/harness/second-factor.ts';

let test: TestApp;
let admin: Person;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.stop());

const ELEVEN_MINUTES = 11 * 60_000;
const stale = async (): Promise<Person> => {
  admin = await test.addPerson('admin');
  test.moveClock(ELEVEN_MINUTES);
  return admin;
};
const confirm = (payload: object, person = admin) =>
  test.call({ method: 'POST', url: '/api/auth/confirm', payload }, person);
const change = (payload: object, person = admin) =>
  test.call({ method: 'PATCH', url: '/api/admin/settings', payload }, person);
const refusal = { status: 403, code: 'CONFIRMATION_REQUIRED' };

/** A non-default value for each of the settings. */
const others: Record<(typeof confirmedSettings)[number], unknown> = {
  adminTwoFactorRequired: true,
  sessionIdleDays: 29,
  sessionMaxDays: 89,
  adminSessionIdleHours: 23,
  adminSessionMaxDays: 6,
  registrationEnabled: false,
  maintenanceMode: true,
  defaultRole: 'PREMIUM',
  patreonTiers: [{ id: '1', name: 'Gold' }],
  cdnUrl: 'https://cdn.helix.example',
  supportContact: 'help@helix.example',
  membershipUrl: 'https://patreon.example/helix',
  chatInviteUrl: 'https://discord.example/helix',
};

describe('a setting that controls access or redirects', () => {
  // The excluded setting can only be turned on by an administrator who uses two-factor. It is tested below.
  it.each(confirmedSettings.filter((key) => key !== 'adminTwoFactorRequired'))(
    '%s requires a confirmation, but only if it changes',
    async (key) => {
      await stale();
      const before = (await test.call({ url: '/api/admin/settings' }, admin)).json<Record<string, unknown>>();
      expect((await change({ [key]: others[key] })).json()).toMatchObject(refusal);
      expect((await test.call({ url: '/api/admin/settings' }, admin)).json()).toMatchObject({ [key]: before[key] });
      expect((await change({ [key]: before[key], siteDescription: `Changed with ${key}` })).statusCode).toBe(200);
      expect((await confirm({ password: PASSWORD })).statusCode).toBe(200);
      expect((await change({ [key]: others[key] })).json()).toMatchObject({ [key]: others[key] });
      expect((await change({ [key]: before[key] })).statusCode).toBe(200);
    },
  );
});

describe('a confirmation', () => {
  it.each([
    ['GET', '/api/admin/users/export'],
    ['GET', '/api/admin/uploads/export'],
    ['GET', '/api/admin/applications/export'],
    ['GET', '/api/admin/activity/export'],
    ['GET', '/api/admin/audit/export'],
    ['GET', '/api/admin/toolbox/token'],
    ['DELETE', '/api/admin/administrators/sessions'],
  ] as const)('is required for %s %s', async (method, url) => {
    await stale();
    const exported = () => test.db.selectFrom('audit_log').select('id').where('actor_id', '=', admin.id).execute();
    expect((await test.call({ method, url }, admin)).json()).toMatchObject(refusal);
    expect(await exported()).toEqual([]);
    expect((await confirm({ password: PASSWORD })).statusCode).toBe(200);
    expect((await test.call({ method, url }, admin)).statusCode).toBe(200);
  });

  it('is required for the first toolbox token; an open toolbox renews its own', async () => {
    await stale();
    const ask = () => test.call({ url: '/api/admin/toolbox/token' }, admin);
    expect((await confirm({ password: PASSWORD })).statusCode).toBe(200);
    expect((await ask()).statusCode).toBe(200);
    test.moveClock(ELEVEN_MINUTES);
    expect((await ask()).statusCode).toBe(200);
    test.moveClock(2 * ELEVEN_MINUTES);
    expect((await ask()).json()).toMatchObject(refusal);
  });

  it('is required for a toolbox that was open for more than eight hours', async () => {
    await stale();
    const ask = async () => (await test.call({ url: '/api/admin/toolbox/token' }, admin)).statusCode;
    expect((await confirm({ password: PASSWORD })).statusCode).toBe(200);
    for (let minutes = 0; minutes < 8 * 60; minutes += 11) {
      expect(await ask()).toBe(200);
      test.moveClock(ELEVEN_MINUTES);
    }
    expect(await ask()).toBe(403);
    expect((await confirm({ password: PASSWORD })).statusCode).toBe(200);
    expect(await ask()).toBe(200);
  });
});

describe('an action on another account', () => {
  const send = (method: 'POST' | 'PUT' | 'PATCH', url: string, payload: object) =>
    test.call({ method, url: `/api/admin/users${url}`, payload }, admin);
  const newUser = (role: string) => ({ email: `${crypto.randomUUID()}@people.example`, role });

  it.each(['PREMIUM', 'LEAKER', 'ADMIN'])('adding a user as %s requires a confirmation', async (role) => {
    await stale();
    expect((await send('POST', '', newUser(role))).json()).toMatchObject(refusal);
    expect((await confirm({ password: PASSWORD })).statusCode).toBe(200);
    expect((await send('POST', '', newUser(role))).statusCode).toBe(201);
  });

  it('adding a user without a special role requires none', async () => {
    await stale();
    expect((await send('POST', '', newUser('USER'))).statusCode).toBe(201);
  });

  it.each(['PUT', 'PATCH'] as const)('%s requires a confirmation to grant Premium, none to end it', async (method) => {
    const [user, premium] = [await test.addPerson(), await test.addPerson('premium')];
    await stale();
    const grant = () => send(method, `/${user.id}/premium`, { isPremium: true });
    expect((await grant()).json()).toMatchObject(refusal);
    expect((await send(method, `/${premium.id}/premium`, { isPremium: false })).statusCode).toBe(200);
    expect((await confirm({ password: PASSWORD })).statusCode).toBe(200);
    expect((await grant()).json()).toMatchObject({ isPremium: true });
  });

  it('logging out another administrator requires a confirmation, logging out members or oneself does not', async () => {
    const [other, user] = [await test.addPerson('admin'), await test.addPerson()];
    await stale();
    const signOut = ({ id }: Person) => send('POST', `/${id}/sign-out`, {});
    expect((await signOut(other)).json()).toMatchObject(refusal);
    expect((await test.call({ url: '/api/auth/me' }, other)).statusCode).toBe(200);
    expect((await signOut(user)).statusCode).toBe(200);
    expect((await signOut(admin)).statusCode).toBe(200);
    expect((await confirm({ password: PASSWORD })).statusCode).toBe(200);
    expect((await signOut(other)).statusCode).toBe(200);
    expect((await test.call({ url: '/api/auth/me' }, other)).statusCode).toBe(401);
  });
});

it('with two-factor, confirming takes a code instead of the password', async () => {
  const person = await guard(test, await test.addPerson('admin'));
  test.moveClock(ELEVEN_MINUTES);
  expect((await confirm({ password: PASSWORD }, person)).json()).toMatchObject({ status: 403, code: 'CODE_REQUIRED' });
  expect((await change({ supportContact: 'a@helix.example' }, person)).json()).toMatchObject(refusal);
  const code = appCode(person.secret, test.deps.now());
  expect((await confirm({ code }, person)).statusCode).toBe(200);
  expect((await change({ supportContact: 'a@helix.example', adminTwoFactorRequired: true }, person)).statusCode).toBe(
    200,
  );
  test.moveClock(ELEVEN_MINUTES);
  expect((await change({ adminTwoFactorRequired: false }, person)).json()).toMatchObject(refusal);
});
