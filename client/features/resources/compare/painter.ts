import type { Clock } from '#client/features/resources/footage/layers/follow.ts';

/** Size of the shared picture and of what is drawn over it. */
export const PAINTED = { width: 480, height: 270 } as const;

/** The shared picture at this moment. */
export type Base = { canvas: HTMLCanvasElement; isOwn: boolean };

export type Painter = {
  /** Brings the file to a time of the shared clock, in seconds, and draws it. */
  paint(base: Base, time: number, clock: Clock): void;
  /** Whether it is the one that is heard. */
  hear(isHeard: boolean): void;
  end(): void;
};

export type PainterOptions = {
  canvas: HTMLCanvasElement;
  /** Called when there is something new to draw. */
  onReady: () => void;
  /** Called with what people should know of it, such as its blend mode. */
  onNote: (note: string) => void;
  onFailure: () => void;
};
