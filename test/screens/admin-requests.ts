// The administration of requests.
import type { Screen } from './screen.ts';

export const adminRequestScreens: Screen[] = [];
