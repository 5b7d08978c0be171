import type { Account } from '#contract/accounts/api.ts';

/** True for PREMIUM and ADMIN, who see no ads and may download premium resources (specification, section 6). */
export const isAdFree = (user: Pick<Account, 'role' | 'isPremium'> | null): boolean =>
  user !== null && (user.isPremium || user.role === 'PREMIUM' || user.role === 'ADMIN');
