import type { Screen } from './screen.ts';

export const adminContentScreens: Screen[] = [];
