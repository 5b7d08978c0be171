// Statements that are put together once. Building the text of a wide read costs as much as all else that its request does in this
// process, and the text is the same every time.
import type { CompiledQuery, Kysely } from 'kysely';
import type { DB } from '#db/types.ts';

/** Stands in a statement where a value goes. */
type Place = { readonly place: string };

const places = new WeakSet<object>();

const isPlace = (value: unknown): value is Place => typeof value === 'object' && value !== null && places.has(value);

const refuse = (): never => {
  throw new TypeError('Which values there are is not known while a statement is built: name each.');
};

/** Answers a place for every name that it is asked for. */
const everyPlace = new Proxy<Record<string, unknown>>(
  {},
  {
    get: (_, name) => {
      const place: Place = Object.freeze({ place: String(name) });
      places.add(place);
      return place;
    },
    // A spread or an `in` would find nothing, in silence.
    ownKeys: refuse,
    has: refuse,
  },
);

/**
 * A statement that is built at its first use and from then on only given its values.
 * @param build puts it together. It gets a place for each value, of which it must know nothing: it may hand them on as
 *   parameters, as often as it likes, and do nothing else with them. What decides about the text is no value.
 * @returns runs it with values on a database or in a transaction, and answers its rows
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
