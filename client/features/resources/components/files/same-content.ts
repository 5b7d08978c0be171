/** Whether a file has the content with this checksum. Rejects if the file cannot be read. */
export async function isSameContent(file: File, sha256: string): Promise<boolean> {
  const { sha256OfBlob } = await import('#client/features/resources/sha256.ts');
  return (await sha256OfBlob(file, () => true)) === sha256;
}
