import type { ImageRefusal } from './image-refused.ts';

/** Exit codes by which the process reports why it refused a picture; neither Node nor a shell uses them. */
export const exitCodes: Readonly<Record<ImageRefusal, number>> = { kind: 65, pixels: 66, damaged: 67 };

/** The refusal for an exit code; undefined for any other code. */
export function imageRefusalOf(code: number | null): ImageRefusal | undefined {
  return (Object.keys(exitCodes) as ImageRefusal[]).find((reason) => exitCodes[reason] === code);
}
