// Parses the Containerfile syntax that our own file uses: stages, their steps, and how the last stage starts its program.

export type Step = { name: string; text: string };
export type Stage = { base: string; as: string | null; steps: Step[] };
export type Image = {
  stages: Stage[];
  /** Environment variables of the last stage. */
  env: Record<string, string>;
  user: string | null;
  volumes: string[];
  command: string[];
  healthcheck: string[];
};

const listOf = (text: string): string[] => JSON.parse(text) as string[];

/** @throws if a line is not an instruction or a list is invalid */
export function readContainerfile(source: string): Image {
  const lines = source
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'));
  const stages: Stage[] = [];
  for (const line of lines) {
    const [, name, text] = /^([A-Z]+) +(.+)$/.exec(line) ?? [];
    if (!name || !text) throw new Error(`Not an instruction: ${line}`);
    const [, base, as] = /^(\S+)(?: AS (\S+))?$/.exec(text) ?? [];
    if (name === 'FROM') stages.push({ base: base ?? '', as: as ?? null, steps: [] });
    else if (stages.length === 0) throw new Error(`Instruction before FROM: ${line}`);
    else stages.at(-1)?.steps.push({ name, text });
  }
  const last = (name: string): string | null =>
    stages.at(-1)?.steps.findLast((step) => step.name === name)?.text ?? null;
  const pairs = (last('ENV') ?? '').split(' ').map((pair) => pair.split('=') as [string, string]);
  return {
    stages,
    env: Object.fromEntries(pairs.filter(([name]) => name !== '')),
    user: last('USER'),
    volumes: listOf(last('VOLUME') ?? '[]'),
    command: listOf(last('CMD') ?? '[]'),
    healthcheck: listOf(/CMD (\[.*\])$/.exec(last('HEALTHCHECK') ?? '')?.[1] ?? '[]'),
  };
}
