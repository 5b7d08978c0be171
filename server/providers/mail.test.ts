import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDatabase } from '#test/postgres.ts';
import { type Database, openDatabase } from '../kit/db.ts';
import { queueMail, sendQueuedMail } from '../kit/mail.ts';
import { createMailSender } from './mail.ts';

const now = new Date('2026-05-04T10:00:00Z');
const mail = {
  to: 'jane@people.example',
  subject: 'Grüße vom Schneidetisch',
  text: 'Hello Jane,\n.\nbye',
  html: '<p>Hello Jane</p>',
};
const log = { info: () => {}, warn: () => {}, error: () => {} };
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
const outbox = () => createMailSender({ smtpUrl: null, outboxFolder: join(folder, 'outbox'), sender });
const deps = (sendMail = outbox()) => ({ db: database.db, now: () => now, sendMail });
const queue = (changes: Partial<typeof mail> = {}) =>
  database.db.transaction().execute((trx) => queueMail(trx, { ...mail, ...changes }, now));
const sentAt = async (id: string) =>
  (await database.db.selectFrom('mail_outbox').select('sent_at').where('id', '=', id).executeTakeFirst())?.sent_at;
const jobsFor = async (id: string) =>
  (await database.pool.query('select 1 from graphile_worker.jobs where key = $1', [`mail ${id}`])).rows.length;

describe('queued mail', () => {
  it('is a row and a job, or neither', async () => {
    const id = await queue();
    expect(await sentAt(id)).toBeNull();
    expect(await jobsFor(id)).toBe(1);
    let lost = '';
    const failing = database.db.transaction().execute(async (trx) => {
      lost = await queueMail(trx, mail, now);
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    expect(await sentAt(lost)).toBeUndefined();
    expect(await jobsFor(lost)).toBe(0);
  });

  it('without SMTP becomes one file, however often the job runs', async () => {
    const id = await queue();
    await sendQueuedMail.run({ id }, deps(), helpers);
    expect(await sentAt(id)).toEqual(now);
    const first = await readFile(join(folder, 'outbox', `${id}.eml`), 'utf8');
    await sendQueuedMail.run({ id }, deps(), helpers);
    // As after a crash between sending and writing that down.
    await database.db.updateTable('mail_outbox').set({ sent_at: null }).where('id', '=', id).execute();
    await sendQueuedMail.run({ id }, deps(), helpers);
    expect(await readdir(join(folder, 'outbox'))).toEqual([`${id}.eml`]);
    expect(first).toContain('From: "Helix, the \\"Platform\\"" <no-reply@helix.example>\r\n');
    expect(first).toContain('To: jane@people.example\r\n');
    expect(first).toContain(`Message-ID: <${id}@helix.example>\r\n`);
    expect(first).toContain('Date: Mon, 04 May 2026 10:00:00 +0000\r\n');
    expect(first).toMatch(/Subject: =\?UTF-8\?Q\?Gr=C3=BC=C3=9Fe_vom_Schneidetisch\?=\r\n/);
    expect(first).toContain('Hello Jane,\r\n.\r\nbye');
    expect(first).toContain('<p>Hello Jane</p>');
  });

  it('that is gone from the table is nobody’s', async () => {
    await sendQueuedMail.run({ id: '0b7f3c52-6f0e-4a5e-9d3c-2f1f6f3f9a10' }, deps(), helpers);
    await expect(readdir(join(folder, 'outbox'))).rejects.toThrow('ENOENT');
  });

  it('waits for another try when it cannot be sent', async () => {
    const id = await queue();
    const refusing = async () => {
      throw new Error('no mail today');
    };
    await expect(sendQueuedMail.run({ id }, deps(refusing), helpers)).rejects.toThrow('no mail today');
    expect(await sentAt(id)).toBeNull();
    await sendQueuedMail.run({ id }, deps(), helpers);
    expect(await sentAt(id)).toEqual(now);
  });

  it('cannot carry further headers or recipients', async () => {
    const id = await queue({
      subject: 'Hello\r\nBcc: all@people.example\r\n\r\nbody',
      to: 'jane@people.example\r\nBcc: x@people.example',
    });
    await sendQueuedMail.run({ id }, deps(), helpers);
    const [head = ''] = (await readFile(join(folder, 'outbox', `${id}.eml`), 'utf8')).split('\r\n\r\n');
    expect(head).not.toMatch(/^bcc:/im);
  });
});

it('goes to the SMTP server of SMTP_URL', async () => {
  const said: string[] = [];
  let data = '';
  const server = createServer((socket) => {
    let inData = false;
    socket.write('220 mail.example\r\n');
    socket.on('data', (chunk) => {
      const text = String(chunk);
      if (inData) {
        data += text;
        if (!data.endsWith('\r\n.\r\n')) return;
        inData = false;
        socket.write('250 taken\r\n');
        return;
      }
      for (const line of text.split('\r\n').filter(Boolean)) {
        said.push(line);
        const verb = line.slice(0, 4).toUpperCase();
        inData = verb === 'DATA';
        socket.write(inData ? '354 go on\r\n' : verb === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n');
      }
    });
    socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = server.address() as { port: number };
    const send = createMailSender({ smtpUrl: `smtp://127.0.0.1:${port}`, outboxFolder: folder, sender });
    const id = await queue();
    await sendQueuedMail.run({ id }, deps(send), helpers);
    expect(said).toContain('MAIL FROM:<no-reply@helix.example>');
    expect(said).toContain('RCPT TO:<jane@people.example>');
    expect(data).toContain(`Message-ID: <${id}@helix.example>`);
    expect(await sentAt(id)).toEqual(now);
    expect(await readdir(folder)).toEqual([]);
  } finally {
    server.close();
  }
});
