// The contract's zod schemas as JSON Schema (draft 2020-12), which OpenAPI 3.1 takes as it is.
import { z } from 'zod';
import { uuid } from '#contract/http.ts';

export type JsonSchema = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  pattern?: string;
  const?: unknown;
  enum?: unknown[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema | boolean;
  prefixItems?: JsonSchema[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  [key: string]: unknown;
};

type Context = Parameters<NonNullable<NonNullable<Parameters<typeof z.toJSONSchema>[1]>['override']>>[0];

const UUID_PATTERN = z.toJSONSchema(uuid).pattern;

/** Says what is known by a name by that name, and leaves out bounds that every number has. */
const tidy = ({ jsonSchema }: Context): void => {
  if (jsonSchema.pattern !== undefined && jsonSchema.pattern === UUID_PATTERN) jsonSchema.format = 'uuid';
  if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
};

/** Fields may come to a reply: whoever reads one passes over what they do not know. */
const tidyReply = (context: Context): void => {
  tidy(context);
  const { jsonSchema } = context;
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  if (jsonSchema.format === 'uuid') delete jsonSchema.pattern;
};

const bare = (schema: object): JsonSchema => {
  const { $schema: _dialect, ...rest } = schema as JsonSchema;
  return rest;
};

/** What a caller sends: closed, as unknown keys are refused. */
export function schemaOfInput(schema: z.ZodType): JsonSchema {
  return bare(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'throw', override: tidy }));
}

/** What is answered, whole: nothing in it refers elsewhere. */
export function schemaOfReply(schema: z.ZodType): JsonSchema {
  return bare(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'throw', override: tidyReply }));
}

const COMPONENTS = '#/components/schemas/';

/** `resourceCard` is the component ResourceCard. */
const componentName = (name: string): string => name[0]?.toUpperCase() + name.slice(1);

const isObjectSchema = (value: unknown): value is z.ZodObject => value instanceof z.ZodObject;

const withoutIds = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutIds);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, inner]) => !(key === 'id' && typeof inner === 'string') && key !== '$defs')
      .map(([key, inner]) => [
        key,
        key === '$ref' && typeof inner === 'string' ? inner.replace('#/$defs/', COMPONENTS) : withoutIds(inner),
      ]),
  );
};

/**
 * Replies with what several of them have in common named once. `components` fills up as replies are asked for.
 * @param shapes what the contract exports by name; its objects are what can be named
 */
export function createReplySchemas(shapes: readonly (readonly [string, unknown])[]) {
  const names = z.registry<{ id: string }>();
  for (const [name, shape] of shapes) if (isObjectSchema(shape)) names.add(shape, { id: componentName(name) });
  const components: Record<string, JsonSchema> = {};
  const schemaOf = (schema: z.ZodType): JsonSchema => {
    const made = bare(
      z.toJSONSchema(schema, { io: 'output', unrepresentable: 'throw', override: tidyReply, metadata: names }),
    );
    for (const [name, part] of Object.entries((made.$defs ?? {}) as Record<string, JsonSchema>))
      components[name] ??= withoutIds(part) as JsonSchema;
    const id = names.get(schema)?.id;
    if (id === undefined) return withoutIds(made) as JsonSchema;
    components[id] ??= withoutIds(made) as JsonSchema;
    return { $ref: COMPONENTS + id };
  };
  return { schemaOf, components };
}
