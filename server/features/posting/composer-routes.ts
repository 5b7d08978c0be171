import type { Deps } from '../../deps.ts';
import type { Route } from '../../kit/serve.ts';

/** What the composer asks while a post is being written. */
export const composerRoutes = (_deps: Deps): Route[] => [];
