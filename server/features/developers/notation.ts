// JSON schemas in TypeScript-like notation for the docs page, and minimal example values for the sample commands.
import type { JsonSchema } from './json-schema.ts';

const INDENT = '  ';
/** Maximum line length; longer unions are split over several lines. */
const LINE_CHARACTERS = 88;

const quoted = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : JSON.stringify(value));

const bounds = (schema: JsonSchema): string => {
  const { minimum, maximum, maxLength, maxItems } = schema;
  if (maxLength !== undefined) return ` (at most ${maxLength})`;
  if (maxItems !== undefined) return ` (at most ${maxItems})`;
  if (minimum !== undefined && maximum !== undefined) return ` (${minimum} to ${maximum})`;
  return '';
};

/** Joins the distinct alternatives of a union; long unions are split over several lines, below the property's name. */
const joined = (options: string[], indent: string): string => {
  const known = [...new Set(options)];
  const line = known.join(' | ');
  if (known.length < 4 || indent.length + line.length <= LINE_CHARACTERS) return line;
  const lines: string[] = [];
  for (const option of known) {
    const last = lines.at(-1);
    if (last !== undefined && `${last} | ${option}`.length <= LINE_CHARACTERS)
      lines[lines.length - 1] += ` | ${option}`;
    else lines.push(`${indent}${INDENT}| ${option}`);
  }
  return `\n${lines.join('\n')}`;
};

const nameOf = ({ type, format }: JsonSchema): string => {
  if (format === 'uuid') return 'uuid';
  if (format === 'date-time') return 'time';
  return type === undefined ? 'anything' : String(type);
};

const objectOf = (schema: JsonSchema, indent: string, withBounds: boolean): string => {
  const inner = indent + INDENT;
  const lines = Object.entries(schema.properties ?? {}).map(([key, part]) => {
    const mark = schema.required?.includes(key) ? '' : '?';
    const value = notate(part, inner, withBounds);
    return `${inner}${/^\w+$/.test(key) ? key : `'${key}'`}${mark}:${value.startsWith('\n') ? '' : ' '}${value}`;
  });
  const { additionalProperties: others } = schema;
  if (typeof others === 'object' && Object.keys(others).length > 0)
    lines.push(`${inner}[key]: ${notate(others, inner, withBounds)}`);
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${indent}}`;
};

const listOf = ({ items }: JsonSchema, indent: string, withBounds: boolean): string => {
  if (typeof items !== 'object') return 'anything[]';
  const one = notate(items, indent, withBounds);
  return items.type === 'object' || !/ [|(]/.test(one) ? `${one}[]` : `(${one})[]`;
};

/** Treats `type: ['string', 'null']` as two schemas. */
const alternativesOf = (schema: JsonSchema): JsonSchema[] | undefined =>
  Array.isArray(schema.type) ? schema.type.map((type: string) => ({ ...schema, type })) : undefined;

/**
 * Formats a schema as text, one property per line, such as `id: uuid` or `tags: string[]`. `time` is ISO 8601 in UTC.
 * @param withBounds adds maximum lengths and number ranges, for requests
 */
export function notate(schema: JsonSchema, indent = '', withBounds = false): string {
  const options = schema.anyOf ?? schema.oneOf ?? alternativesOf(schema);
  if (options)
    return joined(
      options.map((option) => notate(option, indent, withBounds)),
      indent,
    );
  if (schema.enum) return joined(schema.enum.map(quoted), indent);
  if (schema.const !== undefined) return quoted(schema.const);
  if (schema.allOf && schema.type === undefined)
    return schema.allOf.map((part) => notate(part, indent, withBounds)).join(' & ');
  if (schema.type === 'object') return objectOf(schema, indent, withBounds);
  const tail = withBounds ? bounds(schema) : '';
  if (schema.type === 'array') return listOf(schema, indent, withBounds) + tail;
  return nameOf(schema) + tail;
}

const EXAMPLE_ID = '00000000-0000-4000-8000-000000000000';
const EXAMPLE_TIME = '2026-12-01T12:00:00.000Z';

/** A minimal valid example: all required fields and nothing else. */
export function exampleOf(schema: JsonSchema): unknown {
  const [option] = schema.anyOf ?? schema.oneOf ?? alternativesOf(schema) ?? [];
  if (option) return exampleOf(option);
  if (schema.enum) return schema.enum[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.type === 'object') {
    const named = Object.entries(schema.properties ?? {});
    const needed = named.filter(([key]) => schema.required?.includes(key));
    return Object.fromEntries(needed.map(([key, part]) => [key, exampleOf(part)]));
  }
  if (schema.type === 'array')
    return schema.minItems && typeof schema.items === 'object' ? [exampleOf(schema.items)] : [];
  if (schema.type === 'boolean') return true;
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1;
  if (schema.format === 'uuid') return EXAMPLE_ID;
  if (schema.format === 'date-time') return EXAMPLE_TIME;
  return schema.type === 'null' ? null : '…';
}
