// Limits and scopes of personal tokens. Separate from limits.ts, which is also loaded by public pages. This file has no imports.

/** Scopes available for personal tokens (contract/accounts/personal-tokens.ts), in the order of the form. */
export const PERSONAL_SCOPES = ['read', 'library', 'downloads', 'uploads', 'forum', 'requests'] as const;
/** All scopes. `toolbox` is only for the token that the toolbox page requests for itself. */
export const TOKEN_SCOPES = [...PERSONAL_SCOPES, 'toolbox'] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];
export const TOKENS_MAX = 20;
export const TOKEN_NAME_MAX_CHARACTERS = 60;
/** Available lifetimes of personal tokens, in days. */
export const TOKEN_DAYS = [7, 30, 90, 365] as const;
