/** Consumes a source to its end and saves what arrived, however the source ends. */

/**
 * Passes each chunk of a source to `take`, pulling the next one only when `take` is done. Then calls `save`, even if the source
 * fails, because everything before the failure is valid.
 * @throws errors of `take` or `save`, after closing the source; otherwise the error of the source
 */
export async function drain(
  source: AsyncIterable<Uint8Array>,
  { take, save }: { take(piece: Uint8Array): Promise<void>; save(): Promise<void> },
): Promise<void> {
  let broken: { error: unknown } | undefined;
  const sender = source[Symbol.asyncIterator]();
  const next = async (): Promise<Uint8Array | null> => {
    try {
      const step = await sender.next();
      return step.done ? null : step.value;
    } catch (error) {
      broken = { error };
      return null;
    }
  };
  try {
    for (let piece = await next(); piece; piece = await next()) await take(piece);
    await save();
  } catch (error) {
    await sender.return?.();
    throw error;
  }
  if (broken) throw broken.error;
}
