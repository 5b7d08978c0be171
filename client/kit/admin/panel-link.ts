// Links to a section of the admin panel.

export type AdminSection = 'dashboard' | 'users' | 'leakers' | 'uploads' | 'premium' | 'activity' | 'settings' | 'help';

/** What travels with a link to the panel: the section that it opens, and what is looked for there. */
export type PanelState = { section?: AdminSection; search?: string };
