// Tests that need privileges or tools of the machine are skipped with a message, or fail in CI, where nobody would notice a skip.

/**
 * Whether tests that depend on the machine can run here; if not, prints what is skipped.
 * @param what the start of the sentence, such as "Full disks are"
 * @throws if CI is true and they can't run, so that nothing is skipped unnoticed
 */
export function isTried(what: string, can: boolean, needs: string): boolean {
  if (can) return true;
  const sentence = `${what} not tested: this needs ${needs}.`;
  if (process.env.CI === 'true') throw new Error(sentence);
  console.warn(sentence);
  return false;
}
