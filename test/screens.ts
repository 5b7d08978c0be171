// Every screen and named state of the product, for the pictures (`npm run shots`) and for the accessibility journeys.
import { accountScreens } from './screens/accounts.ts';
import { adminAuditScreens } from './screens/admin-audit.ts';
import { adminContentScreens } from './screens/admin-content.ts';
import { adminExtrasScreens } from './screens/admin-extras.ts';
import { adminPanelScreens } from './screens/admin-panel.ts';
import { adminPeopleScreens } from './screens/admin-people.ts';
import { adminReportScreens } from './screens/admin-reports.ts';
import { adminRequestScreens } from './screens/admin-requests.ts';
import { adminSettingsScreens } from './screens/admin-settings.ts';
import { catalogueScreens } from './screens/catalogue.ts';
import { dashboardScreens } from './screens/dashboard.ts';
import { developerScreens } from './screens/developers.ts';
import { forumScreens } from './screens/forum.ts';
import { forumAdminScreens } from './screens/forum-admin.ts';
import { forumWritingScreens } from './screens/forum-writing.ts';
import { leakerScreens } from './screens/leaker.ts';
import { memberScreens } from './screens/members.ts';
import { premiumScreens } from './screens/premium.ts';
import { requestScreens } from './screens/requests.ts';
import type { Screen } from './screens/screen.ts';
import { textScreens } from './screens/texts.ts';
import { toolboxScreens } from './screens/toolbox.ts';
import { wikiScreens } from './screens/wiki.ts';

/** The screens by the part of the site that they belong to. */
export const screenGroups = {
  catalogue: [...catalogueScreens, ...textScreens, ...wikiScreens],
  accounts: accountScreens,
  developers: developerScreens,
  members: [...dashboardScreens, ...memberScreens],
  leaker: leakerScreens,
  forum: [...forumScreens, ...forumWritingScreens],
  premium: [...premiumScreens, ...requestScreens],
  adminPanel: [...adminPanelScreens, ...adminPeopleScreens, ...toolboxScreens],
  adminContent: [...adminContentScreens, ...adminReportScreens, ...adminRequestScreens, ...adminAuditScreens],
  adminSettings: [...adminSettingsScreens, ...adminExtrasScreens, ...forumAdminScreens],
} satisfies Record<string, Screen[]>;

export type ScreenGroup = keyof typeof screenGroups;

export const screens: Screen[] = Object.values(screenGroups).flat();
