/** Id of the target of 'Skip to content' on pages with their own navigation inside `main`. */
export const CONTENT_ID = 'content';
