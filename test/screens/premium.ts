// Premium: its page in every state, and the cards that lead there.
import type { Screen } from './screen.ts';

export const premiumScreens: Screen[] = [];
