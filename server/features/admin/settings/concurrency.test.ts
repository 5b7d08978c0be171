// Settings take effect in other processes too, on every code path that depends on them.
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { EditableSettings } from '#contract/admin/settings.ts';
import { encodeForm } from '#test/harness/forms.ts';
import { PASSWORD, type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { beginDraft } from '#test/harness/uploads.ts';

/** Generous, because creating an account can be slow on a busy machine. */
const PATIENCE = { timeout: 20_000 };
vi.setConfig({ testTimeout: 90_000 });
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let test: TestApp;
let beside: TestApp;
let admin: Person;
beforeAll(async () => {
  test = await startTestApp();
  beside = await startTestApp({ beside: test });
  admin = await test.addPerson('admin');
});
afterAll(async () => {
  await beside.stop();
  await test.stop();
});

const set = async (changes: EditableSettings): Promise<void> => {
  await test.call({ method: 'POST', url: '/api/auth/confirm', payload: { password: PASSWORD } }, admin);
  const reply = await test.call({ method: 'PUT', url: '/api/admin/settings', payload: changes }, admin);
  if (reply.statusCode !== 200) throw new Error(reply.body);
};
/** Polls the second process until it replies as expected. */
const expectBeside = (ask: (app: TestApp) => ReturnType<TestApp['call']>, wanted: unknown) =>
  expect
    .poll(async () => {
      const reply = await ask(beside);
      return reply.json().code ?? reply.statusCode;
    }, PATIENCE)
    .toBe(wanted);

let count = 0;
const register = (app: TestApp) => {
  count += 1;
  const payload = { email: `new-${count}@people.example`, password: PASSWORD };
  return app.call({ method: 'POST', url: '/api/auth/register', payload });
};

it('registration can be closed and reopened', async () => {
  await set({ registrationEnabled: false });
  await expectBeside(register, 'REGISTRATION_CLOSED');
  expect((await beside.call({ method: 'GET', url: '/api/site' })).json().registrationOpen).toBe(false);
  await set({ registrationEnabled: true });
  await expectBeside(register, 201);
});

it('the role of new accounts follows the setting', async () => {
  await set({ defaultRole: 'PREMIUM' });
  await expect.poll(async () => (await register(beside)).json().role, PATIENCE).toBe('PREMIUM');
  await set({ defaultRole: 'USER' });
  await expect.poll(async () => (await register(beside)).json().role, PATIENCE).toBe('USER');
});

it('applications can be closed and reopened', async () => {
  const apply = async (app: TestApp) =>
    app.call({ method: 'POST', url: '/api/leaker/apply', payload: {} }, await test.addPerson('member'));
  await set({ leakerApplicationsEnabled: false });
  await expectBeside(apply, 'APPLICATIONS_CLOSED');
  await set({ leakerApplicationsEnabled: true });
  await expect.poll(async () => (await apply(beside)).statusCode, PATIENCE).toBeLessThan(300);
});

it('the limits for files, storage and forms follow the settings', async () => {
  const leaker = await test.addPerson('leaker');
  const id = await beginDraft(test, leaker);
  const body = Buffer.alloc(1_200_000, 7);
  const form = async (app: TestApp) =>
    app.call(
      {
        method: 'POST',
        url: `/api/uploads/${leaker.username}/${id}/file`,
        ...(await encodeForm(['title', 'A'], ['description', 'B'], ['file', body, 'a.bin'])),
      },
      leaker,
    );
  const facts = async () => (await beside.call({ method: 'GET', url: '/api/leaker/space' }, leaker)).json();
  await set({ maxUploadSize: 0.001, defaultUserQuota: 0.002 });
  await expect.poll(facts, PATIENCE).toMatchObject({ maxFileBytes: 1_073_741, quota: 2_147_483 });
  await expectBeside(form, 'FILE_TOO_LARGE');
  await set({ maxUploadSize: 15, defaultUserQuota: 0.001 });
  await expectBeside(form, 'QUOTA_EXCEEDED');
  await set({ defaultUserQuota: 50, multipartLimitMb: 1 });
  await expect.poll(async () => (await form(beside)).statusCode, PATIENCE).toBe(413);
  await set({ multipartLimitMb: 100 });
  await expectBeside(form, 200);
});

it('shorter session lifetimes apply to existing sessions, separately for members and administrators', async () => {
  const member = await test.addPerson('member');
  const me = (person: Person) => beside.call({ method: 'GET', url: '/api/auth/me' }, person);
  beside.moveClock(2 * HOUR);
  test.moveClock(2 * HOUR);
  expect([(await me(member)).statusCode, (await me(admin)).statusCode]).toEqual([200, 200]);
  beside.moveClock(2 * HOUR);
  test.moveClock(2 * HOUR);
  await set({ adminSessionIdleHours: 1, sessionIdleDays: 1 });
  // Until a process has received the new setting, it updates the last-seen time less often.
  await expect.poll(async () => (await beside.deps.settings.get()).adminSessionIdleHours, PATIENCE).toBe(1);
  // The administrator's own request also refreshes their session.
  expect((await test.call({ method: 'GET', url: '/api/auth/me' }, admin)).statusCode).toBe(200);
  for (const [passed, wanted] of [
    [HOUR / 2, 200],
    [HOUR / 2, 200],
    [HOUR / 2, 200],
    [1.1 * HOUR, 401],
  ] as const) {
    test.moveClock(passed);
    beside.moveClock(passed);
    await expect.poll(async () => (await me(admin)).statusCode).toBe(wanted);
  }
  expect((await me(member)).statusCode).toBe(200);
  test.moveClock(DAY);
  beside.moveClock(DAY);
  expect((await me(member)).statusCode).toBe(401);
});
