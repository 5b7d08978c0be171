/** Filled into the frame of admin-settings-page.tsx, which draws the page's title. */
export const ProfilePage = () => null;
