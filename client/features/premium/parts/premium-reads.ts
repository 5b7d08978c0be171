// What pages read of Premium.
import { read } from '#client/kit/query.ts';
import { getOwnPremium, getPremiumFacts } from '../api.ts';

export const premiumRead = read(getPremiumFacts, {});
export const ownPremiumRead = read(getOwnPremium, {});
