// Assets to show below an asset: more by its creator, and similar ones.
import { z } from 'zod';
import { endpoint, uuid } from '#contract/http.ts';
import { resourceCard } from './api.ts';

export const getRelated = endpoint({
  method: 'GET',
  path: '/api/resources/{id}/related',
  access: 'visitor',
  scope: 'read',
  summary:
    "Returns up to four more assets by the resource's creator, newest first, and up to four similar ones, with the most tags and facts in common first. No asset is in both lists.",
  params: z.strictObject({ id: uuid }),
  reply: z.object({ moreBy: z.array(resourceCard), similar: z.array(resourceCard) }),
  problems: ['RESOURCE_NOT_FOUND'],
  fallback: 'Failed to load data',
});
