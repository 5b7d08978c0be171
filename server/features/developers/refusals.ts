// Error codes of each call: the declared ones, and those that follow from the declaration.
import type { EndpointSpec } from '#contract/http.ts';
import { type ProblemCode, problemOf } from '#contract/problems.ts';

/** Errors that every call can return to anyone. */
export const commonRefusals = [
  'BAD_REQUEST',
  'TOO_MANY_REQUESTS',
  'INTERNAL',
  'UNAVAILABLE',
  'MAINTENANCE',
] as const satisfies readonly ProblemCode[];

const isSafe = ({ method }: EndpointSpec): boolean => method === 'GET' || method === 'HEAD';

/** Errors that follow from the required access. */
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

/** Errors that follow from the input. */
const ofInput = (endpoint: EndpointSpec): ProblemCode[] => {
  const { params, query, body, form } = endpoint;
  const isParsed = params ?? query ?? body ?? form;
  return [
    ...(isParsed ? (['BAD_INPUT'] as const) : []),
    // A body is parsed even if the call does not expect one.
    ...(isSafe(endpoint) ? [] : (['BAD_JSON', 'TOO_LARGE', 'NOT_ACCEPTABLE_TYPE', 'CROSS_SITE'] as const)),
  ];
};

/** A call's errors apart from the common ones, without duplicates, by status. */
export function refusalsOf(endpoint: EndpointSpec): ProblemCode[] {
  return [...new Set([...ofAccess(endpoint), ...ofInput(endpoint), ...(endpoint.problems ?? [])])].sort(
    (one, other) => problemOf(one).status - problemOf(other).status,
  );
}

/** The errors a call declares itself. */
export function ownRefusalsOf({ problems = [] }: EndpointSpec): readonly ProblemCode[] {
  return [...problems].sort((one, other) => problemOf(one).status - problemOf(other).status);
}
