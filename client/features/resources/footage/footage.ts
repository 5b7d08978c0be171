export type FootageKind = 'picture' | 'clip' | 'sound';

/** `main` is what the stage shows; `next` is the clip that a transition leads to. */
export type FootageSlot = 'main' | 'next';

/** A file of the person's own, which their browser reads from their disk. */
export type Footage = {
  kind: FootageKind;
  name: string;
  file: File;
  /** A `blob:` URL. */
  url: string;
  /** Size in pixels as shown, after rotation; 0 for sounds. */
  width: number;
  height: number;
  /** Null for pictures. */
  seconds: number | null;
  /** Exact frame rate as a fraction, such as `30000/1001`; null if it is variable or unknown. */
  rate: string | null;
  hasSound: boolean;
  /** What the person should know of it, in sentences. */
  notes: readonly string[];
};

/** Why footage that was read before isn't shown any more. */
export function goneNote(kind: FootageKind): string {
  return `Your browser can’t read this ${kind} any more. Choose it again.`;
}
