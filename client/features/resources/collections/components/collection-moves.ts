/** The list after moving the entry at `from` to `to`; the same list if nothing moves. */
export function moved<T>(list: T[], from: number, to: number): T[] {
  const entry = list[from];
  if (entry === undefined || from === to || to < 0 || to >= list.length) return list;
  const rest = list.toSpliced(from, 1);
  return rest.toSpliced(to, 0, entry);
}
