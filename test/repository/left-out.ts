// Tests are skipped with a message if the machine lacks the privileges or tools that they need. In CI they fail instead, because
// nobody would notice that they were skipped.

/**
 * Whether tests that depend on the machine can run here. If they can't, prints what is skipped.
 * @param what the start of the printed sentence, such as "Full disks are"
 * @throws if CI is true and they can't run, so that nothing is skipped unnoticed
 */
export function isTried(what: string, can: boolean, needs: string): boolean {
  if (can) return true;
  const sentence = `${what} not tested: this needs ${needs}.`;
  if (process.env.CI === 'true') throw new Error(sentence);
  console.warn(sentence);
  return false;
}
