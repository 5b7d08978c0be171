// One command on a connection, whose answer is bounded in time and size.
import type { Client, ClientChannel } from 'ssh2';
import { SshFailure } from '#server/kit/outgoing/ssh-failure.ts';

export type RunLimits = {
  timeoutMs: number;
  /** Of both outputs together; more is a failure. */
  maxBytes: number;
  /** Whether what has arrived by the end of the time will do; without it, running out of time is a failure. */
  isEnough?: (output: string) => boolean;
};

export type CommandOutcome = {
  /** Null when a signal ended it, and when it was not waited for. */
  code: number | null;
  output: string;
  errors: string;
  /** Whether it was left to itself at the end of its time: it may still run over there. */
  isLeft: boolean;
};

type Around = {
  /** Why the connection has ended, should it do so meanwhile. */
  lost: () => SshFailure;
  /** Ends the connection. */
  end: (failure: SshFailure) => void;
};

/**
 * Runs a command and hands it its input. A server that does not even say whether it runs it loses the connection: nothing
 * else would end what it goes on to send.
 * @throws SshFailure timeout, too-much, closed (`no channel`: the command was not run), or why the connection was lost
 */
export function runOn(
  client: Client,
  command: string,
  input: string,
  { timeoutMs, maxBytes, isEnough, lost, end }: RunLimits & Around,
): Promise<CommandOutcome> {
  const { promise, resolve, reject } = Promise.withResolvers<CommandOutcome>();
  const [output, errors]: [Buffer[], Buffer[]] = [[], []];
  let size = 0;
  let open: ClientChannel | null = null;
  const onLost = (): void => reject(lost());
  const outcome = (code: number | null, isLeft: boolean): CommandOutcome => ({
    code,
    output: Buffer.concat(output).toString(),
    errors: Buffer.concat(errors).toString(),
    isLeft,
  });
  const onTime = (): void => {
    const late = new SshFailure('timeout');
    if (open === null) end(late);
    const arrived = outcome(null, true);
    if (open !== null && isEnough?.(arrived.output)) resolve(arrived);
    else reject(late);
    open?.destroy();
  };
  const clock = setTimeout(onTime, timeoutMs);
  client.once('close', onLost);
  const onChannel = (refusal: Error | undefined, channel: ClientChannel): void => {
    if (refusal) {
      reject(new SshFailure('closed', 'no channel'));
      return;
    }
    open = channel;
    const gather = (parts: Buffer[]) => (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBytes) parts.push(chunk);
      else reject(new SshFailure('too-much'));
    };
    let code: number | null = null;
    channel.on('data', gather(output));
    channel.stderr.on('data', gather(errors));
    channel.on('exit', (status: number | null) => {
      code = status;
    });
    channel.on('close', () => resolve(outcome(code, false)));
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
}
