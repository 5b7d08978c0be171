// Sends emails over SMTP if it is configured, otherwise writes them to .eml files.
import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '#server/kit/ops/logger.ts';
import type { OutgoingMail, SendMail } from '#server/kit/outgoing/mail-message.ts';
import { syncFolder } from '#server/kit/storage/disk/files.ts';

const PATIENCE_MS = 10_000;

/** Loads the mail library when the first email is sent, because many processes never send one. */
const loadMailer = async () => (await import('nodemailer')).default;

/** Memoises an asynchronous factory. */
const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
};

export type MailSetUp = {
  smtpUrl: string | null;
  /** Folder for emails if SMTP is not configured. Each email is an .eml file named after the email's ID. */
  outboxFolder: string;
  /** The sender shown to recipients: the site's name and URL. Read whenever an email is sent. */
  sender(): Promise<{ siteName: string; publicUrl: string }>;
  log: Logger;
};

const messageOf = async (mail: OutgoingMail, sender: MailSetUp['sender']) => {
  const { siteName, publicUrl } = await sender();
  const { hostname } = new URL(publicUrl);
  return {
    messageId: `<${mail.id}@${hostname}>`,
    date: mail.at,
    from: { name: siteName, address: `no-reply@${hostname}` },
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    ...(mail.unsubscribe && {
      headers: {
        'List-Unsubscribe': `<${mail.unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    }),
    // The content of an email must not make this process open files or URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
};

/** Creates the function that sends emails. It throws if an email could not be delivered to the server; the job then retries. */
export function createMailSender(setUp: MailSetUp): SendMail {
  if (setUp.smtpUrl === null) return createOutbox(setUp);
  const { smtpUrl: url } = setUp;
  const opened = once(async () =>
    (await loadMailer()).createTransport({
      url,
      connectionTimeout: PATIENCE_MS,
      greetingTimeout: PATIENCE_MS,
      socketTimeout: PATIENCE_MS,
    }),
  );
  return async (mail) => {
    const transport = await opened();
    const message = await messageOf(mail, setUp.sender);
    await transport.sendMail(message).catch((error: unknown) => {
      throw isAnswer(error) ? new MailRefused(error) : error;
    });
  };
}

type MailAnswer = Error & { response: string; responseCode?: number; command?: string };

const isAnswer = (error: unknown): error is MailAnswer =>
  error instanceof Error && typeof (error as Partial<MailAnswer>).response === 'string';

/** A mail server's refusal. Holds only the code, because the server's text may contain the address, the email or the password. */
class MailRefused extends Error {
  override name = 'MailRefused';
  constructor({ command, responseCode }: MailAnswer) {
    super(`The mail server answered ${command ?? 'a command'} with ${responseCode ?? 'no status code'}.`);
  }
}

const createOutbox = ({ outboxFolder, sender, log }: MailSetUp): SendMail => {
  const opened = once(async () =>
    (await loadMailer()).createTransport({ streamTransport: true, buffer: true, newline: 'windows' }),
  );
  return async (mail) => {
    const composer = await opened();
    const { message } = await composer.sendMail(await messageOf(mail, sender));
    await mkdir(outboxFolder, { recursive: true, mode: 0o750 });
    const file = join(outboxFolder, `${mail.id}.eml`);
    await writeWhole(`${file}.part`, message as Buffer);
    await rename(`${file}.part`, file);
    await syncFolder(outboxFolder);
    // Log the path, but never the content, because links in emails are secrets.
    log.info({ path: file }, 'A mail was written to the outbox');
  };
};

const writeWhole = async (path: string, bytes: Buffer): Promise<void> => {
  const handle = await open(path, 'w', 0o640);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
};
