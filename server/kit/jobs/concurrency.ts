/**
 * Processes a list with several items concurrently. Not p-map: it rejects while others are still running, and the wrapper
 * needed to wait for them would be as long as this and take four times the CPU time per item.
 */

/**
 * Returns the result of `act` for each item, in order. After a failure no more items are started; rejects once all have ended.
 */
export async function mapConcurrently<Item, Made>(
  items: readonly Item[],
  atOnce: number,
  act: (item: Item) => Promise<Made>,
): Promise<Made[]> {
  const made: Made[] = [];
  const left = items.entries();
  let failed = false;
  const work = async (): Promise<void> => {
    for (const [index, item] of left) {
      if (failed) return;
      try {
        made[index] = await act(item);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: Math.min(atOnce, items.length) }, work));
  const broken = ends.find((end) => end.status === 'rejected');
  if (broken) throw broken.reason;
  return made;
}
