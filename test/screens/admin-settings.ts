import type { Screen } from './screen.ts';

export const adminSettingsScreens: Screen[] = [];
