// Checks for every response, whatever the request: it must match the API document and must not reveal internals.
import { z } from 'zod';
import type { JsonSchema } from '#server/features/developers/json-schema.ts';
import type { Fuzzed, Operation } from './fuzz-requests.ts';
import { leaksIn } from './hostile-inputs.ts';

export type ApiDocument = {
  paths: Record<string, Record<string, Omit<Operation, 'method' | 'path'>>>;
  components: { schemas: Record<string, JsonSchema>; responses: Record<string, Operation['responses'][string]> };
};

export function operationsOf(document: ApiDocument): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  );
}

type Answer = { statusCode: number; body: string; headers: Record<string, unknown> };

const PROBLEM = 'application/problem+json';
/** Statuses of responses that are sent without calling the endpoint, each with the request headers that can cause it. */
const OF_CONDITIONS: Readonly<Record<number, readonly string[]>> = {
  304: ['if-none-match', 'if-modified-since'],
  206: ['range'],
  412: ['if-match', 'if-none-match'],
  416: ['range'],
};
const problemShape = z.object({
  type: z.string(),
  title: z.string().min(1),
  status: z.int(),
  code: z.string(),
  message: z.string().min(1),
  error: z.string().min(1),
  fields: z.record(z.string(), z.string()).optional(),
});

/** Creates a function that checks responses against an API document. */
export function createJudge(document: ApiDocument) {
  const schemas = new Map<JsonSchema, z.ZodType>();
  const $defs = JSON.parse(
    JSON.stringify(document.components.schemas).replaceAll('#/components/schemas/', '#/$defs/'),
  ) as Record<string, JsonSchema>;
  const schemaOf = (schema: JsonSchema): z.ZodType => {
    const known = schemas.get(schema);
    if (known) return known;
    const whole = JSON.parse(JSON.stringify(schema).replaceAll('#/components/schemas/', '#/$defs/'));
    const made = z.fromJSONSchema({ ...whole, $defs });
    schemas.set(schema, made);
    return made;
  };
  const declaredOf = ({ responses }: Operation, status: number) => {
    const found = responses[status];
    const name = found?.$ref?.split('/').at(-1);
    return name === undefined ? found : document.components.responses[name];
  };

  const judgeProblem = (operation: Operation, answer: Answer, { pathChanged }: Fuzzed): string[] => {
    const parsed = problemShape.safeParse(JSON.parse(answer.body));
    if (!parsed.success) return [`not a valid problem: ${z.prettifyError(parsed.error)}`];
    const { code, status, fields } = parsed.data;
    if (status !== answer.statusCode) return [`the problem says ${status}`];
    if (code === 'INTERNAL') return ['a server error'];
    if (code === 'BAD_INPUT' && Object.keys(fields ?? {}).length === 0) return ['BAD_INPUT without fields'];
    // A request with a changed path may match no endpoint, or a different one.
    if (pathChanged && /^(NOT_FOUND|METHOD_NOT_ALLOWED)$/.test(code)) return [];
    const declared = JSON.stringify(declaredOf(operation, status)?.content ?? {});
    return declared.includes(`"${code}"`) ? [] : [`${status} ${code} is not declared`];
  };

  const judgeSuccess = (operation: Operation, answer: Answer, type: string): string[] => {
    const declared = declaredOf(operation, answer.statusCode);
    if (!declared) return [`the status ${answer.statusCode} is not declared`];
    if (answer.body === '' && (operation.method === 'HEAD' || !declared.content)) return [];
    const types = Object.keys(declared.content ?? {});
    if (!types.some((one) => one === '*/*' || one === type || type.startsWith(one.replace(/\*$/, ''))))
      return answer.body === '' ? [] : [`${type} is not declared`];
    const schema = declared.content?.[type]?.schema;
    if (type !== 'application/json' || !schema) return [];
    const parsed = schemaOf(schema).safeParse(JSON.parse(answer.body));
    return parsed.success ? [] : [`does not match its schema: ${z.prettifyError(parsed.error)}`];
  };

  // Returns everything that is wrong with a response. Empty if the response is correct.
  return (operation: Operation, fuzzed: Fuzzed, answer: Answer): string[] => {
    const headers = (fuzzed.request.headers ?? {}) as Record<string, string>;
    const type = String(answer.headers['content-type'] ?? '').split(';')[0] ?? '';
    const status = answer.statusCode;
    const inside = status >= 400 ? leaksIn(answer.body, fuzzed.sent) : null;
    const wrong = inside === null ? [] : [`reveals internals: ${inside}`];
    if (Object.keys(Object.prototype).length > 0) wrong.push('Object.prototype has changed');
    if (OF_CONDITIONS[status]?.some((name) => name in headers)) return wrong;
    if (operation.method === 'HEAD' && status >= 400) return wrong.concat(status === 500 ? ['a server error'] : []);
    if (type === PROBLEM) return [...wrong, ...judgeProblem(operation, answer, fuzzed)];
    // If a browser opens a file URL, an error is shown as a page instead of JSON.
    const isPage =
      type === 'text/html' && /\btext\/html\b/.test(headers.accept ?? '') && !operation.path.startsWith('/api/');
    if (status >= 400)
      return isPage && status < 500 ? wrong : [...wrong, `${status} as ${type}: ${answer.body.slice(0, 200)}`];
    if (fuzzed.pathChanged && !declaredOf(operation, status)) return wrong;
    return isPage ? wrong : [...wrong, ...judgeSuccess(operation, answer, type)];
  };
}
