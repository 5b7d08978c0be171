// Builds the OpenAPI 3.1 document from the contract, without repeating anything the contract already states.

import { scopeWords } from '#contract/accounts/personal-tokens.ts';
import type { EndpointSpec } from '#contract/http.ts';
import { type ProblemCode, problemCodes, problemOf } from '#contract/problems.ts';
import type { Limits } from '#server/kit/rate-limits/rate-limits.ts';
import { type CataloguedCall, catalogue, exportedShapes, groups } from './catalogue.ts';
import { answeredHeadersOf, headersOf } from './headers.ts';
import { createReplySchemas, type JsonSchema, schemaOfInput } from './json-schema.ts';
import { limitOf } from './limits.ts';
import { commonRefusals, refusalsOf } from './refusals.ts';

/** Default size limit of request bodies (64 KiB, see server/app.ts); endpoints can declare their own. */
export const BODY_MAX_BYTES = 64 * 1024;

const PROBLEM = 'application/problem+json';

const accessWords: Record<EndpointSpec['access'], string> = {
  visitor: 'Public.',
  member: 'Requires a login.',
  premium: 'Requires Premium.',
  leaker: 'Leakers only.',
  owner: 'Owner only.',
  admin: 'Admins only.',
};

type Security = Record<string, string[]>;

/** Endpoints that third parties call with a signature, and the names of their security schemes. */
export const signatureSchemes: Readonly<Record<string, readonly string[]>> = {
  receivePatreonHook: ['patreonSignature'],
  receiveInteraction: ['discordSignature', 'discordTimestamp'],
};

const securityOf = ({ id, access, scope, onlyByToken }: CataloguedCall): Security[] => {
  const signatures = signatureSchemes[id];
  if (signatures) return [Object.fromEntries(signatures.map((name) => [name, []]))];
  if (onlyByToken) return [{ toolboxToken: ['toolbox'] }];
  return [
    ...(access === 'visitor' ? [{}] : []),
    ...(access === 'visitor' && !scope ? [] : [{ session: [] }]),
    ...(scope ? [{ personalToken: [scope] }] : []),
  ];
};

const parametersOf = (call: CataloguedCall): object[] => {
  const named = (place: 'path' | 'query', schema: JsonSchema): object[] =>
    Object.entries(schema.properties ?? {}).map(([name, part]) => ({
      name,
      in: place,
      required: place === 'path' || (schema.required?.includes(name) ?? false),
      schema: part,
    }));
  return [
    ...(call.params ? named('path', schemaOfInput(call.params)) : []),
    ...(call.query ? named('query', schemaOfInput(call.query)) : []),
    ...headersOf(call).map(({ name, type, isRequired }) => ({
      name,
      in: 'header',
      required: isRequired,
      schema: { type: type === 'integer' ? type : 'string' },
    })),
  ];
};

const requestBodyOf = ({ body, form, bodyType, bodyBytes }: CataloguedCall): object | undefined => {
  if (form) {
    const fields = schemaOfInput(form.fields);
    const files = Object.fromEntries(form.files.map((name) => [name, { type: 'string', format: 'binary' }]));
    const schema = { ...fields, properties: { ...fields.properties, ...files } };
    return { required: true, content: { 'multipart/form-data': { schema } } };
  }
  if (bodyType) return { required: true, content: { [bodyType]: {} } };
  if (!body) return undefined;
  return {
    required: !body.safeParse(undefined).success,
    description: `At most ${bodyBytes ?? BODY_MAX_BYTES} bytes.`,
    content: { 'application/json': { schema: schemaOfInput(body) } },
  };
};

type SchemaOf = ReturnType<typeof createReplySchemas>['schemaOf'];

const successOf = (call: CataloguedCall, schemaOf: SchemaOf): Record<string, object> => {
  const headers = answeredHeadersOf(call);
  const told = headers.length === 0 ? {} : { headers: headersAs(headers) };
  if (call.sends === 'redirect') return { 302: { description: 'Redirects.', ...told } };
  const elsewhere: Record<string, object> = call.leadsPages
    ? { 302: { description: 'Redirects browsers to a page.', headers: headersAs(['Location']) } }
    : {};
  const status = String(call.status ?? 200);
  if (call.reply) {
    const content = { 'application/json': { schema: schemaOf(call.reply) } };
    return {
      [status]: { description: 'Success.', ...told, content },
      ...(call.otherStatus ? { [call.otherStatus]: { description: 'It already existed.', ...told, content } } : {}),
    };
  }
  if (call.sends)
    return { ...elsewhere, [status]: { description: 'Success.', ...told, content: { [call.sends]: {} } } };
  return { [status]: { description: 'Success, with no response body.', ...told } };
};

const headersAs = (names: readonly string[]): object =>
  Object.fromEntries(names.map((name) => [name, { schema: { type: 'string' } }]));

const sentence = (code: ProblemCode): string => `${code}: ${problemOf(code).message}`;

const refusalAs = (codes: readonly ProblemCode[]): object => ({
  description: codes.map(sentence).join('\n\n'),
  content: {
    [PROBLEM]: {
      schema: { allOf: [{ $ref: '#/components/schemas/Problem' }, { properties: { code: { enum: codes } } }] },
    },
  },
});

const byStatus = (codes: readonly ProblemCode[]): Map<number, ProblemCode[]> =>
  Map.groupBy(codes, (code) => problemOf(code).status);

/** Common errors refer to a shared component, unless the endpoint has further errors with the same status. */
const refusalsAs = (call: CataloguedCall): Record<string, object> => {
  const common = byStatus(commonRefusals);
  const own = byStatus(refusalsOf(call));
  return Object.fromEntries(
    [...new Set([...common.keys(), ...own.keys()])].sort().map((status) => {
      const more = own.get(status);
      if (!more) return [String(status), { $ref: `#/components/responses/Refused${status}` }];
      return [String(status), refusalAs([...(common.get(status) ?? []), ...more])];
    }),
  );
};

const descriptionOf = (call: CataloguedCall, limits: Limits): string => {
  const limit = limitOf(call.id, limits);
  return [
    accessWords[call.access],
    ...(call.scope && !call.onlyByToken ? [`Personal tokens need the \`${call.scope}\` scope.`] : []),
    ...(call.onlyByToken ? ['Requires a toolbox token.'] : []),
    ...(call.access !== 'visitor' && !call.scope ? ['Requires a session; personal tokens are not accepted.'] : []),
    ...(call.form?.streamed ? [`\`${call.form.streamed}\` can be large; it is streamed to storage.`] : []),
    ...(limit ? [`At most ${limit}.`] : []),
  ].join(' ');
};

const operationOf = (call: CataloguedCall, limits: Limits, schemaOf: SchemaOf): object => {
  const parameters = parametersOf(call);
  const requestBody = requestBodyOf(call);
  return {
    operationId: call.id,
    tags: [call.group],
    summary: call.summary,
    description: descriptionOf(call, limits),
    security: securityOf(call),
    'x-access': call.access,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(requestBody ? { requestBody } : {}),
    responses: { ...successOf(call, schemaOf), ...refusalsAs(call) },
  };
};

const problemSchema = {
  type: 'object',
  required: ['type', 'title', 'status', 'code', 'message', 'error'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { type: 'string', enum: problemCodes },
    message: { type: 'string', description: 'Error message to show to users.' },
    error: { type: 'string', description: 'Same as `message`, for older clients.' },
    fields: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'For BAD_INPUT: error messages, keyed by field name.',
    },
  },
};

const signature = (name: string, description: string): object => ({ type: 'apiKey', in: 'header', name, description });

const securitySchemes = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'token',
    description: 'Browser session. Programs should use a personal token instead.',
  },
  personalToken: {
    type: 'http',
    scheme: 'bearer',
    description: `A personal token, created at /settings. Its scopes: ${Object.entries(scopeWords)
      .map(([scope, { allows }]) => `\`${scope}\` (${allows.slice(0, -1)})`)
      .join(', ')}.`,
  },
  toolboxToken: { type: 'http', scheme: 'bearer', description: 'Short-lived token from getToolboxToken.' },
  patreonSignature: signature('X-Patreon-Signature', 'HMAC-MD5 of the body, in hex, keyed with the webhook secret.'),
  discordSignature: signature('X-Signature-Ed25519', 'Ed25519 signature of the timestamp and body, in hex.'),
  discordTimestamp: signature('X-Signature-Timestamp', 'The signed timestamp.'),
};

export type SiteFacts = { siteName: string; version: string; url: string; limits: Limits };

/** Builds the document as a plain object. */
export function buildOpenApi({ siteName, version, url, limits }: SiteFacts): Record<string, unknown> {
  const { schemaOf, components } = createReplySchemas(exportedShapes);
  const paths: Record<string, Record<string, object>> = {};
  for (const call of catalogue) {
    const operation = { [call.method.toLowerCase()]: operationOf(call, limits, schemaOf) };
    paths[call.path] = { ...paths[call.path], ...operation };
  }
  const common = [...byStatus(commonRefusals)].map(([status, codes]) => [`Refused${status}`, refusalAs(codes)]);
  return {
    openapi: '3.1.1',
    info: { title: `${siteName} API`, version, description: `Guide: ${url}/developers` },
    servers: [{ url }],
    tags: groups.map(({ id, title }) => ({ name: id, description: title })),
    paths,
    components: {
      schemas: { ...components, Problem: problemSchema },
      responses: Object.fromEntries(common),
      securitySchemes,
    },
  };
}
