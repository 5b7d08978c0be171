import type { ImageRefusal } from './image-refused.ts';

/** How the process that makes a picture says why it refused one: codes that neither Node nor a shell uses. */
export const exitCodes: Readonly<Record<ImageRefusal, number>> = { kind: 65, pixels: 66, damaged: 67 };

/** The refusal that an exit code stands for; undefined for any other end. */
export function imageRefusalOf(code: number | null): ImageRefusal | undefined {
  return (Object.keys(exitCodes) as ImageRefusal[]).find((reason) => exitCodes[reason] === code);
}
