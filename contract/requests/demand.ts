// Demand radar: what people look for and don't find, for creators. Only counts, and only of several people.
import { z } from 'zod';
import { cleanText, endpoint, uuid } from '#contract/http.ts';
import { RESOURCE_TYPES } from '#contract/uploads/limits.ts';
import { DEMAND_DAYS, DEMAND_MIN_PEOPLE } from './limits.ts';

const people = z.int().min(DEMAND_MIN_PEOPLE);
const subject = {
  /** Software that people want it for; null if unknown. */
  editor: z.string().nullable(),
  /** Type of the asset; null if unknown. */
  type: z.enum(RESOURCE_TYPES).nullable(),
};

export const wantedSearch = z.object({ words: z.string(), people, ...subject });
export type WantedSearch = z.infer<typeof wantedSearch>;

export const wantedRequest = z.object({ id: uuid, resourceName: z.string(), people, ...subject });
export type WantedRequest = z.infer<typeof wantedRequest>;

export const listDemand = endpoint({
  method: 'GET',
  path: '/api/leaker/demand',
  access: 'leaker',
  scope: 'read',
  summary: `Returns searches that found nothing and the most wanted open requests of the last ${DEMAND_DAYS} days, the most wanted first. Each has the number of different people, and those with fewer than ${DEMAND_MIN_PEOPLE} are left out. \`editors\` and \`types\` are the values that the filters can have.`,
  query: z.strictObject({
    editor: cleanText(60).optional(),
    type: z.enum(RESOURCE_TYPES).optional(),
  }),
  reply: z.object({
    searches: z.array(wantedSearch),
    requests: z.array(wantedRequest),
    editors: z.array(z.string()),
    types: z.array(z.enum(RESOURCE_TYPES)),
  }),
  fallback: 'The demand radar could not be loaded. Please try again.',
});
export type Demand = z.infer<(typeof listDemand)['reply']>;
