// The requests that show the access matrix's rows of premium.
import type { InjectOptions } from 'fastify';
import type { Asker, World } from './access-world.ts';

type Scenario = (world: World, asker: Asker) => InjectOptions | Promise<InjectOptions>;

export const premiumScenarios: Record<string, Scenario> = {};
