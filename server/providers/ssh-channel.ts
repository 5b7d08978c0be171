// One command on a connection, whose answer is bounded in time and size.
import type { Client, ClientChannel } from 'ssh2';
import { SshFailure } from '../kit/ssh-failure.ts';

export type RunLimits = {
  timeoutMs: number;
  /** Of both outputs together; more is a failure. */
  maxBytes: number;
};

export type CommandOutcome = {
  /** Null when a signal ended it. */
  code: number | null;
  output: string;
  errors: string;
};

/**
 * Runs a command and hands it its input.
 * @param limits.lost why the connection has ended, should it do so meanwhile
 * @throws SshFailure timeout, too-much, closed (`no channel`: the command was not sent)
 */
export const runOn = (
  client: Client,
  command: string,
  input: string,
  limits: RunLimits & { lost: () => SshFailure },
): Promise<CommandOutcome> => {
  const { promise, resolve, reject } = Promise.withResolvers<CommandOutcome>();
  const [output, errors]: [Buffer[], Buffer[]] = [[], []];
  let size = 0;
  const onLost = (): void => reject(limits.lost());
  const clock = setTimeout(() => reject(new SshFailure('timeout')), limits.timeoutMs);
  client.once('close', onLost);
  const onChannel = (refusal: Error | undefined, channel: ClientChannel): void => {
    if (refusal) {
      reject(new SshFailure('closed', 'no channel'));
      return;
    }
    const gather = (parts: Buffer[]) => (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limits.maxBytes) parts.push(chunk);
      else reject(new SshFailure('too-much'));
    };
    let code: number | null = null;
    channel.on('data', gather(output));
    channel.stderr.on('data', gather(errors));
    channel.on('exit', (status: number | null) => {
      code = status;
    });
    channel.on('close', () =>
      resolve({ code, output: Buffer.concat(output).toString(), errors: Buffer.concat(errors).toString() }),
    );
    // What has ended before it read all says so by its code.
    channel.on('error', () => {});
    channel.end(input);
    const leave = (): void => void channel.destroy();
    promise.then(() => {}, leave);
  };
  try {
    client.exec(command, onChannel);
  } catch {
    // The connection is over already: nothing was sent.
    reject(new SshFailure('closed', 'no channel'));
  }
  return promise.finally(() => {
    clearTimeout(clock);
    client.off('close', onLost);
  });
};
