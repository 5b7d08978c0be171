/** Reads a source to its end and keeps what came, however that end comes. */

/**
 * Has each piece of a source taken, the next one asked for when that is done, and saves in the end: also when the source breaks,
 * since what came before is whole.
 * @throws what `take` or `save` threw, after the source was told that no more is wanted; else what the source threw
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
