import type { Account } from '#contract/accounts/api.ts';

/** True for PREMIUM and ADMIN, who see no ads and may download premium resources (specification, section 6). */
export function isAdFree(user: Pick<Account, 'role' | 'isPremium'> | null): boolean {
  return user !== null && (user.isPremium || user.role === 'PREMIUM' || user.role === 'ADMIN');
}
