// A real SMTP server on this machine, for mail tests.
import { once } from 'node:events';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** Starts a mail server that accepts everything and records the messages it receives. */
export async function startMailServer(options: SMTPServerOptions = {}) {
  const taken: { from: string; to: string[]; message: string }[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    ...options,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        taken.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          message: Buffer.concat(chunks).toString('utf8'),
        });
        done();
      });
    },
  });
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as { port: number };
  const url = `smtp://127.0.0.1:${port}`;
  return {
    taken,
    url,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** Decoded parts of a message, by media type. */
export function partsOf(message: string): Record<string, string> {
  const boundary = /boundary="([^"]+)"/.exec(message)?.[1] ?? 'none';
  const parts = message.split(`--${boundary}`).slice(1, -1);
  return Object.fromEntries(
    parts.map((part) => {
      const [head = '', ...rest] = part.split('\r\n\r\n');
      const body = rest.join('\r\n\r\n').replaceAll('\r\n', '\n');
      const type = /content-type: ([\w/]+)/i.exec(head)?.[1] ?? '';
      if (/transfer-encoding: base64/i.test(head)) return [type, Buffer.from(body, 'base64').toString('utf8')];
      if (!/quoted-printable/i.test(head)) return [type, body];
      const bytes = body.replaceAll('=\n', '').replaceAll(/=([0-9A-F]{2})/g, (_found, hex) => `%${hex}`);
      const decoded = bytes.replaceAll(/(?:%[0-9A-F]{2})+/g, (found) => decodeURIComponent(found));
      return [type, decoded];
    }),
  );
}
