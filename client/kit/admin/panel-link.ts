// Types for links to the sections of the admin panel.

export type AdminSection = 'dashboard' | 'users' | 'leakers' | 'uploads' | 'premium' | 'activity' | 'settings' | 'help';

/** Router state of a link to the admin panel: the section to open and an initial search term. */
export type PanelState = { section?: AdminSection; search?: string };
