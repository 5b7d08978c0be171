import type { Deps } from '../../deps.ts';
import type { Route } from '../../kit/serve.ts';

export const chatRoutes = (_deps: Deps): Route[] => [];
