// Converts the contract's zod schemas to JSON Schema (draft 2020-12), as used by OpenAPI 3.1.
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

/** Sets the format of known patterns, and drops bounds that apply to every number. */
const tidy = ({ jsonSchema }: Context): void => {
  if (jsonSchema.pattern !== undefined && jsonSchema.pattern === UUID_PATTERN) jsonSchema.format = 'uuid';
  if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
};

/** Responses may gain fields, so clients must ignore unknown ones. */
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

/** JSON Schema of a request. It allows no additional properties, because unknown keys are rejected. */
export function schemaOfInput(schema: z.ZodType): JsonSchema {
  return bare(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'throw', override: tidy }));
}

/** JSON Schema of a response, with all references resolved. */
export function schemaOfReply(schema: z.ZodType): JsonSchema {
  return bare(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'throw', override: tidyReply }));
}

const COMPONENTS = '#/components/schemas/';

/** `resourceCard` becomes the component ResourceCard. */
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
 * Creates response schemas in which shared shapes become named components. Components are added to `components` as schemas are
 * requested.
 * @param shapes the contract's exports by name; object schemas among them can become components
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
