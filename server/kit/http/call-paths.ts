// Resolves which call owns an address when the path of one call also matches the pattern of another.
import type { EndpointSpec } from '#contract/http.ts';

/** Matches the addresses of a call's path, with or without a trailing slash. */
export function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`);
}

/**
 * Paths of other calls that match this one's pattern, each with its methods: `GET /api/users/profile` uses a wrong method there
 * and is not a request for a user named "profile". Empty for most calls.
 */
export function foreignPaths(endpoint: EndpointSpec, all: readonly EndpointSpec[]): ReadonlyMap<string, string[]> {
  const found = new Map<string, string[]>();
  if (!endpoint.path.includes('{')) return found;
  const pattern = patternOf(endpoint.path);
  for (const { path, method } of all) {
    if (!path.includes('{') && pattern.test(path)) found.set(path, [...(found.get(path) ?? []), method]);
  }
  return found;
}
