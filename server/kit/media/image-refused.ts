/** Why a picture was not taken: known to all who hand one on, also to those who never decode any. */

/** Another kind of content, too many pixels, or damaged. */
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
