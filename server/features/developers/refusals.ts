// What each call can be refused with: what it declares, and what follows from how it is declared.
import type { EndpointSpec } from '#contract/http.ts';
import { type ProblemCode, problemOf } from '#contract/problems.ts';

/** What every call can be refused with, whoever asks. */
export const commonRefusals = [
  'BAD_REQUEST',
  'TOO_MANY_REQUESTS',
  'INTERNAL',
  'UNAVAILABLE',
  'MAINTENANCE',
] as const satisfies readonly ProblemCode[];

const isSafe = ({ method }: EndpointSpec): boolean => method === 'GET' || method === 'HEAD';

/** What follows from who may ask. */
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

/** What follows from what has to be sent. */
const ofInput = (endpoint: EndpointSpec): ProblemCode[] => {
  const { params, query, body, form } = endpoint;
  const isParsed = params ?? query ?? body ?? form;
  return [
    ...(isParsed ? (['BAD_INPUT'] as const) : []),
    // What is sent along is read before it is known that nothing is asked for.
    ...(isSafe(endpoint) ? [] : (['BAD_JSON', 'TOO_LARGE', 'NOT_ACCEPTABLE_TYPE', 'CROSS_SITE'] as const)),
  ];
};

/** The refusals of a call beside the common ones, each once, by status. */
export function refusalsOf(endpoint: EndpointSpec): ProblemCode[] {
  return [...new Set([...ofAccess(endpoint), ...ofInput(endpoint), ...(endpoint.problems ?? [])])].sort(
    (one, other) => problemOf(one).status - problemOf(other).status,
  );
}

/** The refusals that a call declares by itself. */
export function ownRefusalsOf({ problems = [] }: EndpointSpec): readonly ProblemCode[] {
  return [...problems].sort((one, other) => problemOf(one).status - problemOf(other).status);
}
