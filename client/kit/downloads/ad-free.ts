import type { Account } from '#contract/accounts/api.ts';

/** Whether the user sees no ads and may download Premium resources. True for PREMIUM and ADMIN (specification, section 6). */
export function isAdFree(user: Pick<Account, 'role' | 'isPremium'> | null): boolean {
  return user !== null && (user.isPremium || user.role === 'PREMIUM' || user.role === 'ADMIN');
}
