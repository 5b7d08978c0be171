/** The library of pictures for code of this process: loaded at its first use, since a process may never draw any. */
export async function loadSharp() {
  return (await import('sharp')).default;
}
