// Error codes of each endpoint, both declared and implied by its access level and input.
import type { EndpointSpec } from '#contract/http.ts';
import { type ProblemCode, problemOf } from '#contract/problems.ts';

/** Errors that every endpoint can return to anyone. */
export const commonRefusals = [
  'BAD_REQUEST',
  'TOO_MANY_REQUESTS',
  'INTERNAL',
  'UNAVAILABLE',
  'MAINTENANCE',
] as const satisfies readonly ProblemCode[];

const isSafe = ({ method }: EndpointSpec): boolean => method === 'GET' || method === 'HEAD';

/** Errors implied by the required access level. */
const ofAccess = ({ access, refusesSuspended, onlyByToken }: EndpointSpec): ProblemCode[] => {
  if (access === 'visitor') return refusesSuspended ? ['BANNED'] : [];
  return [
    'SIGN_IN_REQUIRED',
    ...(onlyByToken ? (['TOOLBOX_TOKEN_REQUIRED'] as const) : []),
    ...(access === 'leaker' || access === 'premium' || access === 'admin' ? (['NOT_ALLOWED'] as const) : []),
    ...(access === 'admin' ? (['TWO_FACTOR_NEEDED'] as const) : []),
    'BANNED',
    'TOKEN_SCOPE',
  ];
};

/** Errors implied by the input. */
const ofInput = (endpoint: EndpointSpec): ProblemCode[] => {
  const { params, query, body, form } = endpoint;
  const isParsed = params ?? query ?? body ?? form;
  return [
    ...(isParsed ? (['BAD_INPUT'] as const) : []),
    // A body is parsed even if the endpoint does not expect one.
    ...(isSafe(endpoint) ? [] : (['BAD_JSON', 'TOO_LARGE', 'NOT_ACCEPTABLE_TYPE', 'CROSS_SITE'] as const)),
  ];
};

/** An endpoint's errors except the common ones, without duplicates, sorted by status. */
export function refusalsOf(endpoint: EndpointSpec): ProblemCode[] {
  return [...new Set([...ofAccess(endpoint), ...ofInput(endpoint), ...(endpoint.problems ?? [])])].sort(
    (one, other) => problemOf(one).status - problemOf(other).status,
  );
}

/** The errors that an endpoint declares itself, sorted by status. */
export function ownRefusalsOf({ problems = [] }: EndpointSpec): readonly ProblemCode[] {
  return [...problems].sort((one, other) => problemOf(one).status - problemOf(other).status);
}
