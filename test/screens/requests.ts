// Requests: the form with its outcomes, and the board.
import type { Screen } from './screen.ts';

export const requestScreens: Screen[] = [];
