// Links to a section of the admin panel.

export type AdminSection = 'dashboard' | 'users' | 'leakers' | 'uploads' | 'premium' | 'activity' | 'settings' | 'help';

/** Router state of a link to the panel: the section to open and a search term. */
export type PanelState = { section?: AdminSection; search?: string };
