import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PASSWORD, type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { appCode, cookieAfter, guard, mailTo } from '#test/harness/second-factor.ts';

let test: TestApp;
let admin: Person;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.stop());
beforeEach(async () => {
  admin = await test.addPerson('admin');
});

const WRONG = 'Failed to update profile. Please check your current password and try again.';
const put = (payload: object, by = admin, method: 'PUT' | 'PATCH' = 'PUT') =>
  test.call({ method, url: '/api/admin/profile', payload }, by);
const rowOf = ({ id }: Person) =>
  test.db
    .selectFrom('users')
    .select(['username', 'email', 'password_hash'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const log = ({ id }: Person) =>
  test.db
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', 'profile.change')
    .where('subject_id', '=', id)
    .execute();
const login = (email: string, password: string) =>
  test.call({ method: 'POST', url: '/api/auth/login', payload: { email, password } });

describe('an admin’s own profile', () => {
  it('cannot be changed without the password, and says so in the form’s words', async () => {
    const before = await rowOf(admin);
    const reply = await put({ username: 'another-name', newPassword: 'entirely other words', currentPassword: 'no' });
    expect([reply.statusCode, reply.json()]).toMatchObject([403, { code: 'WRONG_PASSWORD', message: WRONG }]);
    const without = await put({ username: 'another-name' });
    expect([without.statusCode, Object.keys(without.json().fields)]).toEqual([400, ['currentPassword']]);
    expect(await rowOf(admin)).toEqual(before);
    expect(await log(admin)).toEqual([]);
  });

  it('is not changed or logged when the values are the same', async () => {
    const { username, email } = admin;
    const as = { username, email: email.toUpperCase(), newPassword: '', twoFactorEnabled: false };
    const reply = await put({ ...as, currentPassword: PASSWORD }, admin, 'PATCH');
    expect([reply.statusCode, reply.json().pending]).toEqual([200, { email: null, twoFactor: null }]);
    expect(reply.json().user).toMatchObject({ username, email });
    expect(await log(admin)).toEqual([]);
    expect(await mailTo(test, admin)).toEqual([]);
  });

  it('changes username and password immediately, ends other sessions and renews this session’s token', async () => {
    const other = { headers: (await login(admin.email, PASSWORD)).cookies };
    const token = other.headers.find(({ name }) => name === 'token')?.value ?? '';
    const username = `${admin.username}-too`;
    const reply = await put({ username, newPassword: 'entirely other words', currentPassword: PASSWORD });
    expect([reply.statusCode, reply.json().user.username]).toEqual([200, username]);
    const me = async (cookie: string) =>
      (await test.call({ method: 'GET', url: '/api/auth/me', headers: { cookie } })).statusCode;
    expect(await me(cookieAfter('', reply))).toBe(200);
    expect([await me(String(admin.headers.cookie)), await me(`token=${token}`)]).toEqual([401, 401]);
    expect((await login(admin.email, PASSWORD)).statusCode).toBe(401);
    expect((await login(admin.email, 'entirely other words')).statusCode).toBe(200);
    expect(await log(admin)).toMatchObject([
      { before: { username: admin.username }, after: { username, passwordChanged: true, emailAsked: null } },
    ]);
    expect(JSON.stringify(await log(admin))).not.toContain('entirely other words');
  });

  it('changes the email once its mailed link is used, also together with a new password', async () => {
    const email = `moved-${admin.username}@people.example`;
    const reply = await put({ email, newPassword: 'entirely other words', currentPassword: PASSWORD });
    expect(reply.json()).toMatchObject({ user: { email: admin.email }, pending: { email } });
    const [mail] = await mailTo(test, { email });
    const token = /#token=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? /#([\w-]{43})/.exec(mail?.text ?? '')?.[1];
    const cookie = cookieAfter('', reply);
    const used = await test.call({
      method: 'POST',
      url: '/api/auth/verify-email',
      payload: { token },
      headers: { cookie },
    });
    expect([used.statusCode, (await rowOf(admin)).email]).toEqual([204, email]);
  });

  it.each([
    ['username', 'USERNAME_TAKEN'],
    ['email', 'EMAIL_TAKEN'],
  ] as const)('is not changed at all if the %s is taken', async (key, code) => {
    const other = await test.addPerson('member');
    const before = await rowOf(admin);
    const reply = await put({ newPassword: 'entirely other words', currentPassword: PASSWORD, [key]: other[key] });
    expect([reply.statusCode, reply.json().code]).toEqual([409, code]);
    expect(await rowOf(admin)).toEqual(before);
    expect((await mailTo(test, admin)).length).toBe(0);
  });

  it('turns two-factor on and off only with a code', async () => {
    // Let the session's confirmation expire. The password in the form confirms the session again.
    await test.db
      .updateTable('sessions')
      .set({ confirmed_at: new Date(0) })
      .where('user_id', '=', admin.id)
      .execute();
    const asked = await put({ twoFactorEnabled: true, currentPassword: PASSWORD });
    expect(asked.json().pending.twoFactor).toBe('enable');
    const enabled = () =>
      test.db
        .selectFrom('two_factors')
        .select('enabled_at')
        .where('user_id', '=', admin.id)
        .where('enabled_at', 'is not', null)
        .executeTakeFirst();
    expect(await enabled()).toBeUndefined();
    const guarded = await guard(test, admin);
    expect(await enabled()).toBeDefined();
    const off = await put({ twoFactorEnabled: false, currentPassword: PASSWORD }, guarded);
    expect(off.json().pending.twoFactor).toBe('disable');
    expect(await enabled()).toBeDefined();
    const done = await test.call(
      {
        method: 'POST',
        url: '/api/auth/two-factor/disable',
        payload: { code: appCode(guarded.secret, test.deps.now()) },
      },
      guarded,
    );
    expect([done.statusCode, await enabled()]).toEqual([204, undefined]);
  });

  it('changes once when several requests are sent concurrently', async () => {
    const passwords = ['first of the words', 'second of the words', 'third of the words'];
    const replies = await Promise.all(passwords.map((newPassword) => put({ newPassword, currentPassword: PASSWORD })));
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(await log(admin)).toHaveLength(1);
  });
});
