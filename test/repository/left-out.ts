// What a machine without the rights for it cannot try is told, and fails where nobody would read that it was left out.

/**
 * Whether tests that need something of the machine run here; without it a sentence says what is not tried.
 * @param what as "Full disks are", which the sentence goes on after
 * @throws where CI is true: there nothing is left out without anybody seeing it
 */
export function isTried(what: string, can: boolean, needs: string): boolean {
  if (can) return true;
  const sentence = `${what} not tried: this needs ${needs}.`;
  if (process.env.CI === 'true') throw new Error(sentence);
  console.warn(sentence);
  return false;
}
