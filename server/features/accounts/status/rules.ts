// Pure functions for account status.

/** The stored role for a role as shown to users: PREMIUM is stored as USER with a grant (product.md, "Stored roles"). */
export function storedRole(role: 'USER' | 'PREMIUM' | 'LEAKER' | 'ADMIN'): 'USER' | 'LEAKER' | 'ADMIN' {
  return role === 'PREMIUM' ? 'USER' : role;
}

/**
 * Masks an email for the audit log, which cannot be changed even when the account is erased. The result is recognisable but
 * cannot be used as an address.
 */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}…${email.slice(at)}`;
}

type Change = { before: Record<string, unknown>; after: Record<string, unknown> };

/** The differences between two states, for the audit log, or null if nothing differs. */
export function changeOf(was: Record<string, unknown>, is: Record<string, unknown>): Change | null {
  const keys = Object.keys(is).filter((key) => JSON.stringify(was[key]) !== JSON.stringify(is[key]));
  if (keys.length === 0) return null;
  const pick = (from: Record<string, unknown>) => Object.fromEntries(keys.map((key) => [key, from[key] ?? null]));
  return { before: pick(was), after: pick(is) };
}
