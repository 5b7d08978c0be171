/** Reasons for refusing a picture. This is a separate module, so that callers do not have to import the decoder. */

/** Unsupported type, too many pixels, or damaged. */
export type ImageRefusal = 'kind' | 'pixels' | 'damaged';

/** Thrown for input that is not an acceptable picture. */
export class ImageRefused extends Error {
  override name = 'ImageRefused';
  readonly reason: ImageRefusal;

  constructor(reason: ImageRefusal, options?: ErrorOptions) {
    super(`picture refused: ${reason}`, options);
    this.reason = reason;
  }
}
