// Maps the catalogue to the developers page's data.
import { z } from 'zod';
import { scopeWords } from '#contract/accounts/personal-tokens.ts';
import type { ApiCallFacts, ApiField, ApiGroup, ApiGuide, ApiLine } from '#contract/developers/api.ts';
import { type ProblemCode, problemOf } from '#contract/problems.ts';
import { Problem } from '#server/kit/http/problem.ts';
import type { Limits } from '#server/kit/rate-limits/rate-limits.ts';
import { type CataloguedCall, groups } from './catalogue.ts';
import { curlOf } from './curl.ts';
import { headersOf } from './headers.ts';
import { type JsonSchema, schemaOfInput, schemaOfReply } from './json-schema.ts';
import { commonLimits, limitOf } from './limits.ts';
import { notate } from './notation.ts';
import { BODY_MAX_BYTES, type SiteFacts } from './openapi.ts';
import { commonRefusals, ownRefusalsOf } from './refusals.ts';

/** Errors that the guide explains once for all endpoints, although some endpoints cannot return all of them. */
const guideRefusals: readonly ProblemCode[] = [
  ...commonRefusals,
  'BAD_INPUT',
  'BAD_JSON',
  'SIGN_IN_REQUIRED',
  'TOKEN_SCOPE',
  'NOT_ALLOWED',
  'BANNED',
  'CROSS_SITE',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'TOO_LARGE',
  'NOT_ACCEPTABLE_TYPE',
];

const refusalAs = (code: ProblemCode) => ({ code, ...problemOf(code) });

const lineOf = ({ id, method, path, summary, access, scope }: CataloguedCall): ApiLine => ({
  id,
  method,
  path,
  summary,
  access,
  scope: scope ?? null,
});

const fieldsOf = (place: ApiField['in'], schema: JsonSchema): ApiField[] =>
  Object.entries(schema.properties ?? {}).map(([name, part]) => ({
    name,
    in: place,
    type: notate(part, '', true),
    isRequired: place === 'path' || (schema.required?.includes(name) ?? false),
  }));

const allFieldsOf = (call: CataloguedCall): ApiField[] => [
  ...(call.params ? fieldsOf('path', schemaOfInput(call.params)) : []),
  ...(call.query ? fieldsOf('query', schemaOfInput(call.query)) : []),
  ...headersOf(call).map((header) => ({ ...header, in: 'header' as const })),
  ...(call.form ? fieldsOf('form', schemaOfInput(call.form.fields)) : []),
  ...(call.form?.files ?? []).map((name) => ({ name, in: 'form' as const, type: 'file', isRequired: false })),
];

const bodyOf = ({ body, form, bodyType, bodyBytes }: CataloguedCall): ApiCallFacts['body'] => {
  const maxBytes = bodyBytes ?? BODY_MAX_BYTES;
  if (form) return { mediaType: 'multipart/form-data', shape: null, maxBytes };
  if (bodyType) return { mediaType: bodyType, shape: null, maxBytes };
  if (!body) return null;
  const inner = body instanceof z.ZodOptional ? (body.unwrap() as z.ZodType) : body;
  return { mediaType: 'application/json', shape: notate(schemaOfInput(inner), '', true), maxBytes };
};

const replyOf = ({ reply, sends, status }: CataloguedCall): ApiCallFacts['reply'] => {
  if (sends === 'redirect') return { status: 302, mediaType: null, shape: null };
  if (reply) return { status: status ?? 200, mediaType: 'application/json', shape: notate(schemaOfReply(reply)) };
  return { status: status ?? 200, mediaType: sends ?? null, shape: null };
};

const factsOf = (call: CataloguedCall, { url, limits }: { url: string; limits: Limits }): ApiCallFacts => ({
  ...lineOf(call),
  fields: allFieldsOf(call),
  body: bodyOf(call),
  reply: replyOf(call),
  refusals: ownRefusalsOf(call).map(refusalAs),
  limit: limitOf(call.id, limits),
  curl: curlOf(call, url),
});

const groupNames = groups.map(({ id, title, calls }) => ({ id, title, calls: calls.length }));

/** The guide, with an entry for each endpoint. */
export function presentGuide({ version, url, limits }: SiteFacts): ApiGuide {
  return {
    version,
    url,
    scopes: Object.entries(scopeWords).map(([name, words]) => ({ name, ...words })),
    limits: commonLimits(limits),
    refusals: guideRefusals.map(refusalAs).sort((one, other) => one.status - other.status),
    groups: groups.map(({ id, title, calls }) => ({ id, title, calls: calls.length, lines: calls.map(lineOf) })),
  };
}

/** All endpoints of a group. @throws Problem NOT_FOUND for an unknown group */
export function presentGroup(id: string, site: Pick<SiteFacts, 'url' | 'limits'>): ApiGroup {
  const group = groups.find((one) => one.id === id);
  if (!group) throw new Problem('NOT_FOUND');
  const { title, calls } = group;
  return { id: group.id, title, groups: groupNames, calls: calls.map((call) => factsOf(call, site)) };
}
