import { mkdtemp, readdir, readFile, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger, runOnce } from 'graphile-worker';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '#server/kit/db/db.ts';
import { openBody, purgeMail, queueMail, sendPlainMail, sendQueuedMail } from '#server/platform/mail.ts';
import { partsOf, startMailServer } from '#test/harness/mail-server.ts';
import { createDatabase } from '#test/harness/postgres.ts';
import { createMailSender } from './mail.ts';

const now = new Date('2026-05-04T10:00:00Z');
const mail = {
  to: 'jane@people.example',
  subject: 'Grüße vom Schneidetisch',
  text: 'Hello Jane,\n.\nbye',
  html: '<p>Hello Jane</p>',
};
const lines: string[] = [];
const log = {
  info: (fields: object, message: string) => void lines.push(`${message} ${JSON.stringify(fields)}`),
  warn: () => {},
  error: () => {},
};
/** Job name used by the version before mail encryption. Processes of that version know only this job. */
const BEFORE = 'mail.send';
const helpers = { log, signal: new AbortController().signal, attempt: 1, isLastAttempt: false };

let database: Database;
let drop: () => Promise<void>;
let folder = '';

beforeAll(async () => {
  const made = await createDatabase();
  drop = made.drop;
  database = openDatabase(made.connection);
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'helix-mail-'));
  return () => rm(folder, { recursive: true, force: true });
});
afterAll(async () => {
  await database.close();
  await drop();
});

const sender = async () => ({ siteName: 'Helix, the "Platform"', publicUrl: 'https://helix.example' });
const outbox = () => createMailSender({ smtpUrl: null, outboxFolder: join(folder, 'outbox'), sender, log });
const over = (smtpUrl: string) => createMailSender({ smtpUrl, outboxFolder: folder, sender, log });
const secret = Buffer.alloc(32, 5);
const deps = (sendMail = outbox()) => ({ db: database.db, now: () => now, sendMail, secret });
const queue = (changes: Partial<typeof mail> = {}) =>
  database.db.transaction().execute((trx) => queueMail({ secret }, trx, { ...mail, ...changes }, now));
const rowOf = (id: string) =>
  database.db.selectFrom('mail_outbox').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const sentAt = async (id: string) =>
  (await database.db.selectFrom('mail_outbox').select('sent_at').where('id', '=', id).executeTakeFirst())?.sent_at;
const jobsFor = async (id: string) =>
  (await database.pool.query('select 1 from graphile_worker.jobs where key = $1', [`mail ${id}`])).rows.length;

describe('queued mail', () => {
  it('creates both a row and a job, or neither', async () => {
    const id = await queue();
    expect(await sentAt(id)).toBeNull();
    expect(await jobsFor(id)).toBe(1);
    let lost = '';
    const failing = database.db.transaction().execute(async (trx) => {
      lost = await queueMail({ secret }, trx, mail, now);
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    expect(await sentAt(lost)).toBeUndefined();
    expect(await jobsFor(lost)).toBe(0);
  });

  it('is written to one file without SMTP, even if the job runs again', async () => {
    const id = await queue();
    const waiting = await rowOf(id);
    await sendQueuedMail.run({ id }, deps(), helpers);
    expect(await sentAt(id)).toEqual(now);
    const first = await readFile(join(folder, 'outbox', `${id}.eml`), 'utf8');
    await sendQueuedMail.run({ id }, deps(), helpers);
    // Simulates a crash between sending the email and recording it.
    await database.db.updateTable('mail_outbox').set(waiting).where('id', '=', id).execute();
    await sendQueuedMail.run({ id }, deps(), helpers);
    expect(await readdir(join(folder, 'outbox'))).toEqual([`${id}.eml`]);
    expect(first).toContain('From: "Helix, the \\"Platform\\"" <no-reply@helix.example>\r\n');
    expect(first).toContain('To: jane@people.example\r\n');
    expect(first).toContain(`Message-ID: <${id}@helix.example>\r\n`);
    expect(first).toContain('Date: Mon, 04 May 2026 10:00:00 +0000\r\n');
    expect(first).toMatch(/Subject: =\?UTF-8\?Q\?Gr=C3=BC=C3=9Fe_vom_Schneidetisch\?=\r\n/);
    expect(first).toContain('Hello Jane,\r\n.\r\nbye');
    expect(first).toContain('<p>Hello Jane</p>');
    // The log contains the path but none of the email's content.
    const about = lines.filter((line) => line.includes(id));
    expect(about[0]).toContain(join(folder, 'outbox', `${id}.eml`));
    expect(about.join()).not.toMatch(/jane|hello/i);
  });

  it('has the headers for one click to unsubscribe only if it can be turned off', async () => {
    const unsubscribe = `https://helix.example/unsubscribe?token=v1.${'a'.repeat(300)}`;
    const id = await database.db
      .transaction()
      .execute((trx) => queueMail({ secret }, trx, { ...mail, unsubscribe }, now));
    const plain = await queue();
    for (const one of [id, plain]) await sendQueuedMail.run({ id: one }, deps(), helpers);
    const headersOf = async (one: string) =>
      (await readFile(join(folder, 'outbox', `${one}.eml`), 'utf8')).replaceAll(/\r\n[ \t]/g, ' ').split('\r\n\r\n')[0];
    expect(await headersOf(id)).toMatch(
      new RegExp(`^List-Unsubscribe: +<${unsubscribe.replaceAll(/[.?]/g, '\\$&')}>$`, 'm'),
    );
    expect(await headersOf(id)).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
    expect(await headersOf(plain)).not.toContain('List-Unsubscribe');
  });

  it('is encrypted for its own row while it waits, and erased once sent', async () => {
    const [id, other] = [await queue({ text: 'Open https://helix.example/reset#token=abc' }), await queue()];
    const row = await rowOf(id);
    expect(JSON.stringify({ ...row, sealed_body: row.sealed_body?.toString('latin1') })).not.toContain('token=');
    expect(openBody({ secret }, row).text).toContain('#token=abc');
    expect(() => openBody({ secret }, { ...row, id: other })).toThrow(/SECRET_KEY_OLD/);
    expect(openBody({ secret: Buffer.alloc(32, 6), oldSecrets: [secret] }, row).text).toContain('#token=abc');
    await sendQueuedMail.run({ id }, deps(), helpers);
    expect(await rowOf(id)).toMatchObject({ sent_at: now, sealed_body: null, text_body: '', html_body: '' });
  });

  it('from a process of the earlier version is sent unchanged', async () => {
    const id = await queue();
    const old = { sealed_body: null, text_body: 'plain words', html_body: '<p>plain words</p>' };
    await database.db.updateTable('mail_outbox').set(old).where('id', '=', id).execute();
    expect(sendPlainMail.name).toBe(BEFORE);
    await sendPlainMail.run({ id }, deps(), helpers);
    expect(await readFile(join(folder, 'outbox', `${id}.eml`), 'utf8')).toContain('plain words');
    expect(await rowOf(id)).toMatchObject({ sent_at: now, text_body: '', html_body: '' });
  });

  it('that is encrypted is not picked up by the earlier version, which would send it empty', async () => {
    const id = await queue();
    const taken: unknown[] = [];
    const taskList = { [BEFORE]: async (payload: unknown) => void taken.push(payload) };
    await runOnce({ pgPool: database.pool, noHandleSignals: true, logger: new Logger(() => () => {}), taskList });
    expect(taken).toEqual([]);
    expect(await jobsFor(id)).toBe(1);
  });

  it('is deleted after a week, sent or not, together with its file', async () => {
    const DAY_MS = 86_400_000;
    const [sent, late, fresh] = [await queue(), await queue(), await queue()];
    for (const id of [sent, fresh]) await sendQueuedMail.run({ id }, deps(), helpers);
    const at = (days: number) => new Date(now.getTime() - days * DAY_MS);
    const change = (id: string, changes: { sent_at?: Date; created_at?: Date }) =>
      database.db.updateTable('mail_outbox').set(changes).where('id', '=', id).execute();
    await change(sent, { sent_at: at(8) });
    await change(late, { created_at: at(8) });
    await change(fresh, { created_at: at(8), sent_at: at(6) });
    await utimes(join(folder, 'outbox', `${sent}.eml`), at(8), at(8));
    await utimes(join(folder, 'outbox', `${fresh}.eml`), at(6), at(6));
    await purgeMail.run({}, { ...deps(), config: { dataDir: folder } }, helpers);
    expect([await sentAt(sent), await sentAt(late), await sentAt(fresh)]).toEqual([undefined, undefined, at(6)]);
    expect(await readdir(join(folder, 'outbox'))).toEqual([`${fresh}.eml`]);
    await rm(join(folder, 'outbox'), { recursive: true });
    await purgeMail.run({}, { ...deps(), config: { dataDir: folder } }, helpers);
  });

  it('that was deleted from the table is skipped', async () => {
    await sendQueuedMail.run({ id: '0b7f3c52-6f0e-4a5e-9d3c-2f1f6f3f9a10' }, deps(), helpers);
    await expect(readdir(join(folder, 'outbox'))).rejects.toThrow('ENOENT');
  });

  it('is retried when it cannot be sent', async () => {
    const id = await queue();
    const refusing = async () => {
      throw new Error('no mail today');
    };
    await expect(sendQueuedMail.run({ id }, deps(refusing), helpers)).rejects.toThrow('no mail today');
    expect(await sentAt(id)).toBeNull();
    await sendQueuedMail.run({ id }, deps(), helpers);
    expect(await sentAt(id)).toEqual(now);
  });

  it('cannot contain injected headers or recipients', async () => {
    const id = await queue({
      subject: 'Hello\r\nBcc: all@people.example\r\n\r\nbody',
      to: 'jane@people.example\r\nBcc: x@people.example',
    });
    await sendQueuedMail.run({ id }, deps(), helpers);
    const [head = ''] = (await readFile(join(folder, 'outbox', `${id}.eml`), 'utf8')).split('\r\n\r\n');
    expect(head).not.toMatch(/^bcc:/im);
  });
});

describe('over SMTP', () => {
  it('a mail arrives with sender, recipient and both parts', async () => {
    const server = await startMailServer();
    try {
      const link = `https://helix.example/verify-email#token=${'Ab_-'.repeat(10)}xyz`;
      const id = await queue({
        text: `Hello Jürgen,\n\nVerify my address:\n${link}\n.\nbye`,
        html: `<p>Hello Jürgen</p><a href="${link}">Verify my address</a>`,
      });
      await sendQueuedMail.run({ id }, deps(over(server.url)), helpers);
      expect(server.taken).toHaveLength(1);
      const [{ from, to, message } = { from: '', to: [], message: '' }] = server.taken;
      expect([from, to]).toEqual(['no-reply@helix.example', ['jane@people.example']]);
      expect(message).toContain(`Message-ID: <${id}@helix.example>`);
      expect(message).toContain('From: "Helix, the \\"Platform\\"" <no-reply@helix.example>');
      expect(message).toMatch(/Content-Type: multipart\/alternative/);
      const parts = partsOf(message);
      expect(parts['text/plain']).toContain(`Hello Jürgen,\n\nVerify my address:\n${link}\n.\nbye`);
      expect(parts['text/html']).toContain(`<p>Hello Jürgen</p><a href="${link}">Verify my address</a>`);
      expect(await sentAt(id)).toEqual(now);
      expect(await readdir(folder)).toEqual([]);
      await sendQueuedMail.run({ id }, deps(over(server.url)), helpers);
      expect(server.taken).toHaveLength(1);
    } finally {
      await server.stop();
    }
  });

  it('a mail that the server refuses is retried', async () => {
    const refusing = await startMailServer({
      onRcptTo: ({ address }, _session, done) =>
        done(Object.assign(new Error(`Come back later, ${address}`), { responseCode: 451 })),
    });
    const id = await queue();
    try {
      // Only the code is logged, because the server's own text may contain addresses.
      await expect(sendQueuedMail.run({ id }, deps(over(refusing.url)), helpers)).rejects.toThrow(
        /^The mail server answered RCPT TO with 451\.$/,
      );
      expect(await sentAt(id)).toBeNull();
    } finally {
      await refusing.stop();
    }
    await expect(sendQueuedMail.run({ id }, deps(over(refusing.url)), helpers)).rejects.toThrow(/ECONNREFUSED/);
    const taking = await startMailServer();
    try {
      await sendQueuedMail.run({ id }, deps(over(taking.url)), helpers);
      expect(taking.taken).toHaveLength(1);
    } finally {
      await taking.stop();
    }
  });

  it('the username and password of SMTP_URL are used', async () => {
    const names: string[] = [];
    const server = await startMailServer({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, done) => {
        names.push(`${username}:${password}`);
        done(null, { user: username ?? '' });
      },
    });
    try {
      const smtpUrl = server.url.replace('smtp://', 'smtp://mailer:s3cret@');
      await sendQueuedMail.run({ id: await queue() }, deps(over(smtpUrl)), helpers);
      expect(names).toEqual(['mailer:s3cret']);
      expect(server.taken).toHaveLength(1);
    } finally {
      await server.stop();
    }
  });
});
