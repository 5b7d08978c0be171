// Records SQL statements, for tests that count the queries of a request.
import type { PoolClient } from 'pg';
import type { TestApp } from './harness.ts';

/** Records the text of every statement that the pool runs from now on. */
export function noteStatements({ deps }: TestApp): string[] {
  const statements: string[] = [];
  const wrapped = new WeakSet<PoolClient>();
  deps.pool.on('acquire', (client) => {
    if (wrapped.has(client)) return;
    wrapped.add(client);
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    client.query = ((...given: unknown[]) => {
      const [first] = given;
      statements.push(typeof first === 'string' ? first : (first as { text: string }).text);
      return query(...given);
    }) as typeof client.query;
  });
  return statements;
}
