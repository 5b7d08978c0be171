import { adminOverviewScreens } from './admin-overview.ts';
import type { Screen } from './screen.ts';

export const adminPanelScreens: Screen[] = [...adminOverviewScreens];
