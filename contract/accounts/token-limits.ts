// Numbers and scopes of personal tokens, apart from what visitors' pages share (limits.ts). No imports.

/** What a personal token may be allowed (contract/accounts/personal-tokens.ts), in the order of the form. */
export const PERSONAL_SCOPES = ['read', 'library', 'downloads', 'uploads', 'forum', 'requests'] as const;
/** `toolbox` is of the token that the toolbox asks for by itself. */
export const TOKEN_SCOPES = [...PERSONAL_SCOPES, 'toolbox'] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];
export const TOKENS_MAX = 20;
export const TOKEN_NAME_MAX_CHARACTERS = 60;
/** Days that a personal token may be made for. */
export const TOKEN_DAYS = [7, 30, 90, 365] as const;
