import type { Deps } from '../../deps.ts';
import type { Route } from '../../kit/serve.ts';

export const forumRoutes = (_deps: Deps): Route[] => [];
