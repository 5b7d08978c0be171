// What an address must look like to name a resource at all. Anything else is a 404 and not a fault of the request.
import { CallError } from '#client/kit/data/call.ts';

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const SLUG = /^(?=.{1,80}$)[a-z0-9]+(?:-[a-z0-9]+)*$/;

const required = (value: string | undefined, form: RegExp): string => {
  if (value && form.test(value)) return value;
  throw new CallError('Resource not found', 404, 'RESOURCE_NOT_FOUND');
};

/** The id of a resource in an address. Throws a CallError, RESOURCE_NOT_FOUND. */
export function requireId(id: string | undefined): string {
  return required(id, ID);
}

/** The slug of a starter element in an address. Throws as `requireId` does. */
export function requireSlug(slug: string | undefined): string {
  return required(slug, SLUG);
}
