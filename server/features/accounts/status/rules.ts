// Decisions about the standing of people without I/O.

/** The stored role that stands for a presented one: Premium is a grant beside USER (product.md, "Stored roles"). */
export function storedRole(role: 'USER' | 'PREMIUM' | 'LEAKER' | 'ADMIN'): 'USER' | 'LEAKER' | 'ADMIN' {
  return role === 'PREMIUM' ? 'USER' : role;
}

/**
 * An address as the audit log keeps it, which nobody can change any more, not even when its owner has left for good: enough to
 * recognise, too little to write to.
 */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}…${email.slice(at)}`;
}

type Change = { before: Record<string, unknown>; after: Record<string, unknown> };

/** What differs between two states, for the audit log; null when nothing does. */
export function changeOf(was: Record<string, unknown>, is: Record<string, unknown>): Change | null {
  const keys = Object.keys(is).filter((key) => JSON.stringify(was[key]) !== JSON.stringify(is[key]));
  if (keys.length === 0) return null;
  const pick = (from: Record<string, unknown>) => Object.fromEntries(keys.map((key) => [key, from[key] ?? null]));
  return { before: pick(was), after: pick(is) };
}
