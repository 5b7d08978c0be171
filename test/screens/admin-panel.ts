import type { Screen } from './screen.ts';

export const adminPanelScreens: Screen[] = [];
