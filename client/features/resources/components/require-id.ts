// Format of resource ids and slugs in URLs. A malformed one results in status 404 rather than 400.
import { CallError } from '#client/kit/data/call.ts';

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const SLUG = /^(?=.{1,80}$)[a-z0-9]+(?:-[a-z0-9]+)*$/;

const required = (value: string | undefined, form: RegExp): string => {
  if (value && form.test(value)) return value;
  throw new CallError('Resource not found', 404, 'RESOURCE_NOT_FOUND');
};

/** Validates and returns a resource id from the URL. Throws a CallError with RESOURCE_NOT_FOUND if it is malformed. */
export function requireId(id: string | undefined): string {
  return required(id, ID);
}

/** Validates and returns a starter element's slug from the URL. Throws like `requireId`. */
export function requireSlug(slug: string | undefined): string {
  return required(slug, SLUG);
}
