import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PASSWORD, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { guard } from '#test/harness/second-factor.ts';
import { ensureFirstAdmin, makeAdmin } from './first-admin.ts';

let test: TestApp;
beforeEach(async () => {
  test = await startTestApp();
});
afterEach(() => test.stop());

const login = async (email: string, password: string) =>
  (await test.call({ method: 'POST', url: '/api/auth/login', payload: { email, password } })).json();
const users = () => test.db.selectFrom('users').select(['username', 'email', 'role']).execute();
const audit = () =>
  test.db.selectFrom('audit_log').select(['action', 'actor_name', 'before', 'after']).orderBy('id').execute();
const printed = (text: string) => ({
  email: /administrator(?: is| created:|:) (\S+@[^\s]+?)\.?\s/i.exec(text)?.[1] ?? '',
  link: /^ +(http\S+#token=\S+)$/m.exec(text)?.[1] ?? '',
});
const NEW_PASSWORD = 'a quiet green meadow';
/** Uses a link to set a password, as the page /reset-password does. */
const take = async (link: string) => {
  const token = /^http:\/\/localhost:3000\/reset-password\?invitation=yes#token=([\w-]{43})$/.exec(link)?.[1];
  const payload = { token, password: NEW_PASSWORD };
  return (await test.call({ method: 'POST', url: '/api/auth/reset-password', payload })).statusCode;
};

describe('the first start', () => {
  it('creates one administrator and prints them once, however many processes start', async () => {
    const pages: string[] = [];
    await Promise.all(Array.from({ length: 4 }, () => ensureFirstAdmin(test.deps, (text) => pages.push(text))));
    await ensureFirstAdmin(test.deps, (text) => pages.push(text));
    expect(pages).toHaveLength(1);
    const { email, link } = printed(pages[0] ?? '');
    expect(email).toBe('admin@helix.example');
    expect(pages[0]).not.toMatch(/password +\S{10}/);
    expect(await users()).toEqual([{ username: 'site-admin', email, role: 'ADMIN' }]);
    expect(await audit()).toEqual([
      { action: 'user.add-admin', actor_name: 'site', before: null, after: { role: 'ADMIN' } },
    ]);
    expect(await take(link)).toBe(204);
    expect(await login(email, NEW_PASSWORD)).toMatchObject({ email, role: 'ADMIN' });
    expect(await take(link)).not.toBe(204);
  });

  it('gives a day to set the password; after that, the command issues another link', async () => {
    let page = '';
    await ensureFirstAdmin(test.deps, (text) => {
      page += text;
    });
    test.moveClock(24 * 3_600_000);
    expect(await take(printed(page).link)).not.toBe(204);
    const { email } = printed(page);
    const made = await makeAdmin(test.deps, email);
    expect(await take(made.link)).toBe(204);
    expect(await login(email, NEW_PASSWORD)).toMatchObject({ email, role: 'ADMIN' });
  });

  it('creates no one when there is an administrator', async () => {
    await test.addPerson('admin');
    const pages: string[] = [];
    await ensureFirstAdmin(test.deps, (text) => pages.push(text));
    expect(pages).toEqual([]);
    expect(await users()).toHaveLength(1);
  });

  it.each([
    ['https://assets.example.org', 'admin@assets.example.org'],
    ['http://192.0.2.10:3000', 'admin@helix.example'],
    ['http://localhost:3000', 'admin@helix.example'],
  ])('on %s uses the address %s', async (publicUrl, expected) => {
    let page = '';
    await ensureFirstAdmin({ ...test.deps, config: { ...test.deps.config, publicUrl } }, (text) => {
      page += text;
    });
    expect(printed(page).email).toBe(expected);
  });
});

describe('an administrator created on purpose', () => {
  it('is added under a free name when no account has the address', async () => {
    await test.addPerson('member', { username: 'jane-doe' });
    const made = await makeAdmin(test.deps, 'Jane-Doe@helix.example');
    expect(made).toMatchObject({ email: 'jane-doe@helix.example', isNew: true });
    expect(await take(made.link)).toBe(204);
    expect(await login(made.email, NEW_PASSWORD)).toMatchObject({ username: 'jane-doe-2', role: 'ADMIN' });
  });

  it('can log in without the two-factor device they lost', async () => {
    const person = await guard(test, await test.addPerson('admin'));
    expect(await login(person.email, PASSWORD)).toMatchObject({ code: 'TWO_FACTOR_REQUIRED' });
    const made = await makeAdmin(test.deps, person.email);
    expect(await take(made.link)).toBe(204);
    expect(await login(person.email, NEW_PASSWORD)).toMatchObject({ id: person.id, role: 'ADMIN' });
  });

  it('is the existing user with the address, with a new password and without old sessions', async () => {
    const person = await test.addPerson('leaker');
    await test.db.updateTable('users').set({ suspended_at: new Date() }).where('id', '=', person.id).execute();
    const made = await makeAdmin(test.deps, person.email);
    expect(made.isNew).toBe(false);
    expect((await test.call({ method: 'GET', url: '/api/auth/me' }, person)).statusCode).toBe(401);
    expect(await login(person.email, 'correct horse battery staple')).toMatchObject({ code: 'WRONG_CREDENTIALS' });
    expect(await take(made.link)).toBe(204);
    expect(await login(made.email, NEW_PASSWORD)).toMatchObject({ id: person.id, role: 'ADMIN' });
    expect(await audit()).toMatchObject([{ action: 'user.make-admin', before: { role: 'LEAKER' } }]);
  });
});

describe('the command', () => {
  const run = async (args: string[], env: Record<string, string>) => {
    const child = spawn(process.execPath, ['scripts/first-admin.ts', ...args], {
      cwd: test.deps.config.projectDir,
      env: { PATH: process.env.PATH ?? '', ...env },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
    const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
    return { code, output };
  };

  it('works on a database without a running server, twice', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'helix-admin-'));
    // If this test runs as root, the database server runs under another account, which needs access to the folder.
    await chmod(folder, 0o755);
    try {
      const first = await run(['boss@helix.example'], { DATA_DIR: folder });
      expect(first, first.output).toMatchObject({ code: 0 });
      expect(first.output).toContain('Administrator created');
      const second = await run(['boss@helix.example'], { DATA_DIR: folder });
      expect(second.output).toContain('Now an administrator');
      expect(printed(second.output).link).not.toBe(printed(first.output).link);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }, 60_000);

  it.each([[[]], [['not-an-address']], [['a@helix.example', 'b@helix.example']]])(
    'explains its usage when called with %j',
    async (args) => {
      const { code, output } = await run(args, {});
      expect(code).toBe(1);
      expect(output).toBe('Usage: npm run admin -- <email>\n');
    },
  );
});
