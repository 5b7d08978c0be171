/** The element that 'Skip to content' leads to on pages with navigation of their own inside `main`. */
export const CONTENT_ID = 'content';
