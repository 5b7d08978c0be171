/** Why a 3D model has no preview. A separate module, so that callers do not have to import the decoders. */

/** As creators read it. */
export const modelRefusals = {
  large: 'The model is larger than 100 MB.',
  damaged: 'The model is damaged, or not what its name says.',
  triangles: 'The model has more than 5 million triangles.',
  empty: 'The model has no surfaces.',
  extension: 'The model needs a glTF extension that this site can’t read.',
  files: 'The shape of the model is in another file.',
  complex: 'The model can’t be made small enough for a preview.',
  failed: 'Reading the model took too much time or memory.',
} as const;
export type ModelRefusal = keyof typeof modelRefusals;

export class ModelRefused extends Error {
  override name = 'ModelRefused';
  readonly reason: ModelRefusal;
  /** Files that are needed. */
  readonly missing: readonly string[];
  constructor(reason: ModelRefusal, missing: readonly string[] = [], options?: ErrorOptions) {
    super(modelRefusals[reason], options);
    this.reason = reason;
    this.missing = missing;
  }
}
