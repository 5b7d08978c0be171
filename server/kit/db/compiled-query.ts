// Statements that are compiled once. Building the SQL text of a query with many columns takes this process as long as the rest of
// the request, and the text is always the same.
import type { CompiledQuery, Kysely } from 'kysely';
import type { DB } from '#db/types.ts';

/** Placeholder for a value in a statement. */
type Place = { readonly place: string };

const places = new WeakSet<object>();

const isPlace = (value: unknown): value is Place => typeof value === 'object' && value !== null && places.has(value);

const refuse = (): never => {
  throw new TypeError('The values are unknown while a statement is built: name each one.');
};

/** Returns a placeholder for every property read. */
const everyPlace = new Proxy<Record<string, unknown>>(
  {},
  {
    get: (_, name) => {
      const place: Place = Object.freeze({ place: String(name) });
      places.add(place);
      return place;
    },
    // Without this, a spread or `in` would silently find nothing.
    ownKeys: refuse,
    has: refuse,
  },
);

/**
 * A statement that is built on first use; after that, only its values are bound.
 * @param build builds the statement. It receives a placeholder for each value and can use it any number of times, but only as a
 *   parameter. The statement's text must not depend on the values.
 * @returns a function that runs the statement with the given values, on a database or in a transaction, and returns the rows
 */
export function createCompiledQuery<Values extends object, Row>(
  build: (db: Kysely<DB>, values: Values) => CompiledQuery<Row>,
): (db: Kysely<DB>, values: Values) => Promise<Row[]> {
  let kept: CompiledQuery<Row> | null = null;
  return async (db, values) => {
    kept ??= build(db, everyPlace as Values);
    const parameters = kept.parameters.map((value) =>
      isPlace(value) ? (values as Record<string, unknown>)[value.place] : value,
    );
    return (await db.executeQuery<Row>({ ...kept, parameters })).rows;
  };
}
