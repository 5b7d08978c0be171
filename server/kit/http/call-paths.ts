// Resolves which endpoint owns a URL when the path of one endpoint also matches the pattern of another.
import type { EndpointSpec } from '#contract/http.ts';

/** Matches the URLs of an endpoint's path, with or without a trailing slash. */
export function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`);
}

/**
 * Paths of other endpoints that match this one's pattern, each with its methods. For example, `GET /api/users/profile` uses the
 * wrong method for that path and is not a request for a user named "profile". Empty for most endpoints.
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
