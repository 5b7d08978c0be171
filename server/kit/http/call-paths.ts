// Which addresses are whose, when the path of one call is also an example of another's.
import type { EndpointSpec } from '#contract/http.ts';

/** What addresses a call's path stands for, with or without a slash at the end. */
export function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`);
}

/**
 * The paths of other calls that this one's parameters would take for a name, each with the methods that it has: there
 * `GET /api/users/profile` is a wrong method, and not the profile of somebody called profile. Empty for most calls.
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
