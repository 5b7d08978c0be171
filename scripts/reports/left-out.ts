// Packages without what nothing of ours comes to: bodies of their functions are exchanged while the client is built.

/** A node of the parser's tree, by what is read of it here. */
export type Node = { type: string; start: number; end: number; id?: { name: string } | null; body?: unknown };

/** A body for what must never be come to. */
export const LEFT_OUT = "{ throw new Error('left out by scripts/reports/left-out.ts'); }";

/** The functions that are declared in a program or in a function's body, and those within them. */
const functionsIn = (statements: Node[]): Node[] =>
  statements
    .filter(({ type }) => type === 'FunctionDeclaration')
    .flatMap((one) => [one, ...functionsIn((one.body as { body: Node[] }).body)]);

/**
 * `code` with other bodies for some of its functions, by their names.
 * @throws when one of them is not there exactly once: the package has changed, and what is left out has to be looked at anew
 */
export function exchangeBodies(code: string, program: Node[], bodies: Record<string, string>): string {
  const found = functionsIn(program).filter(({ id }) => Object.hasOwn(bodies, id?.name ?? ''));
  const changed = Object.keys(bodies).filter((name) => found.filter(({ id }) => id?.name === name).length !== 1);
  if (changed.length > 0) throw new Error(`A package has changed what is left out of it: ${changed.join(', ')}`);
  return found
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { id, body }) => {
      const { start, end } = body as Node;
      return text.slice(0, start) + bodies[id?.name ?? ''] + text.slice(end);
    }, code);
}
