// Every screen and named state of the product, for the pictures (`npm run shots`) and for the accessibility journeys.
import { accountScreens } from '#test/screens/accounts.ts';
import { adminAuditScreens } from '#test/screens/admin-audit.ts';
import { adminContentScreens } from '#test/screens/admin-content.ts';
import { adminExtrasScreens } from '#test/screens/admin-extras.ts';
import { adminPanelScreens } from '#test/screens/admin-panel.ts';
import { adminPeopleScreens } from '#test/screens/admin-people.ts';
import { adminReportScreens } from '#test/screens/admin-reports.ts';
import { adminRequestScreens } from '#test/screens/admin-requests.ts';
import { adminSettingsScreens } from '#test/screens/admin-settings.ts';
import { catalogueScreens } from '#test/screens/catalogue.ts';
import { dashboardScreens } from '#test/screens/dashboard.ts';
import { developerScreens } from '#test/screens/developers.ts';
import { forumScreens } from '#test/screens/forum.ts';
import { forumAdminScreens } from '#test/screens/forum-admin.ts';
import { forumWritingScreens } from '#test/screens/forum-writing.ts';
import { leakerScreens } from '#test/screens/leaker.ts';
import { memberScreens } from '#test/screens/members.ts';
import { premiumScreens } from '#test/screens/premium.ts';
import { requestScreens } from '#test/screens/requests.ts';
import type { Screen } from '#test/screens/screen.ts';
import { textScreens } from '#test/screens/texts.ts';
import { toolboxScreens } from '#test/screens/toolbox.ts';
import { wikiScreens } from '#test/screens/wiki.ts';

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
