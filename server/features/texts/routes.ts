import type { Deps } from '../../deps.ts';
import type { Route } from '../../kit/serve.ts';

export const textRoutes = (_deps: Deps): Route[] => [];
