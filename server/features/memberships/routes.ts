import type { Deps } from '../../deps.ts';
import type { Route } from '../../kit/serve.ts';

export const membershipRoutes = (_deps: Deps): Route[] => [];
