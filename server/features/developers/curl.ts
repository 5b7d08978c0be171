// Example curl commands. Tokens are shell variables, so no real token is ever shown.
import { z } from 'zod';
import type { CataloguedCall } from './catalogue.ts';
import { headersOf } from './headers.ts';
import { type JsonSchema, schemaOfInput } from './json-schema.ts';
import { exampleOf } from './notation.ts';

const inSingleQuotes = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const credentialOf = ({ access, scope, onlyByToken, group }: CataloguedCall): string[] => {
  if (group === 'webhooks') return [];
  if (onlyByToken) return ['-H "Authorization: Bearer $TOOLBOX_TOKEN"'];
  if (scope) return ['-H "Authorization: Bearer $HELIX_TOKEN"'];
  return access === 'visitor' ? [] : ['-b "token=$SESSION"'];
};

const requiredOf = (schema: JsonSchema): [string, JsonSchema][] =>
  Object.entries(schema.properties ?? {}).filter(([key]) => schema.required?.includes(key));

const queryOf = ({ query }: CataloguedCall): string => {
  if (!query) return '';
  const needed = requiredOf(schemaOfInput(query)).map(([key, part]) => `${key}=${String(exampleOf(part))}`);
  return needed.length === 0 ? '' : `?${needed.join('&')}`;
};

const bodyOf = ({ body, form, bodyType }: CataloguedCall): string[] => {
  if (form) {
    const fields = requiredOf(schemaOfInput(form.fields)).map(([key, part]) => [key, String(exampleOf(part))]);
    const files = form.files.slice(0, 1).map((name) => [name, '@FILE']);
    return [...fields, ...files].map(([key, value]) => `-F ${inSingleQuotes(`${key}=${value}`)}`);
  }
  if (bodyType) return [`-H 'Content-Type: ${bodyType}'`, '--data-binary @FILE'];
  if (!body) return [];
  // An optional body is described by its inner schema.
  const example = exampleOf(schemaOfInput(body instanceof z.ZodOptional ? (body.unwrap() as z.ZodType) : body));
  return ["-H 'Content-Type: application/json'", `-d ${inSingleQuotes(JSON.stringify(example))}`];
};

const methodOf = ({ method, body, form }: CataloguedCall): string[] => {
  if (method === 'GET' || (method === 'POST' && (body || form))) return [];
  return method === 'HEAD' ? ['-I'] : [`-X ${method}`];
};

/** A shell command that calls an endpoint; `url` is the site's base URL. Parts in braces or capitals are placeholders. */
export function curlOf(call: CataloguedCall, url: string): string {
  const headers = headersOf(call)
    .filter(({ isRequired }) => isRequired)
    .map(({ name, type }) => `-H '${name}: ${/^'(.*)'$/.exec(type)?.[1] ?? '…'}'`);
  const parts = [
    ...methodOf(call),
    ...(call.sends === 'redirect' ? ['-i'] : []),
    ...credentialOf(call),
    ...headers,
    ...bodyOf(call),
    `"${url}${call.path}${queryOf(call)}"`,
  ];
  return `curl ${parts.join(' \\\n  ')}`;
}
