// Shared cached queries of the Premium pages.

import { getOwnPremium, getPremiumFacts } from '#client/features/premium/api.ts';
import { read } from '#client/kit/data/query.ts';

export const premiumRead = read(getPremiumFacts, {});
export const ownPremiumRead = read(getOwnPremium, {});
