/**
 * Lists: several items at work concurrently. Not p-map: it rejects while others are still running, and with what waits for
 * them around it, it is as long as this and takes four times the processor time an item.
 */

/** Answers what `act` made of each item, in their order. After a failure nothing more is begun, and all have ended. */
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
