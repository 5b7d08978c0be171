/** Element id that 'Skip to content' jumps to on pages that have their own navigation inside `main`. */
export const CONTENT_ID = 'content';
