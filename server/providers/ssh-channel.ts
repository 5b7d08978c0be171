// Runs one command on a connection, with limits on time and output.
import type { Client, ClientChannel } from 'ssh2';
import { SshFailure } from '#server/kit/outgoing/ssh-failure.ts';

export type RunLimits = {
  timeoutMs: number;
  /** Maximum size of stdout and stderr together; the command fails if it outputs more. */
  maxBytes: number;
  /** Whether the output received before the timeout is sufficient. Without this function, a timeout is a failure. */
  isEnough?: (output: string) => boolean;
};

export type CommandOutcome = {
  /** Exit code; null if a signal ended the command, or we stopped waiting for it. */
  code: number | null;
  output: string;
  errors: string;
  /** Whether we stopped waiting at the timeout; the command may still be running on the server. */
  isLeft: boolean;
};

type Around = {
  /** Called if the connection is lost while the command is running; returns the reason. */
  lost: () => SshFailure;
  end: (failure: SshFailure) => void;
};

/**
 * Runs a command with its input. If the server does not even confirm the command in time, the connection is closed, because there
 * is no other way to stop the server from sending.
 * @throws SshFailure timeout, too-much, closed (`no channel`: the command was not run), or the reason why the connection was lost
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
    // If a command exits before reading its input, the resulting error is ignored, because the exit code shows what happened.
    channel.on('error', () => {});
    channel.end(input);
    const leave = (): void => void channel.destroy();
    promise.then(() => {}, leave);
  };
  try {
    client.exec(command, onChannel);
  } catch {
    // The connection has already been closed, and nothing was sent.
    reject(new SshFailure('closed', 'no channel'));
  }
  return promise.finally(() => {
    clearTimeout(clock);
    client.off('close', onLost);
  });
}
