import type { Deps } from '../../deps.ts';
import type { Route } from '../../kit/serve.ts';

export const premiumRoutes = (_deps: Deps): Route[] => [];
