import type { AnimationItem } from 'lottie-web';

/** What useMedia needs of an element, for an animation. */
class AnimationMedia extends EventTarget {
  paused = true;
  muted = false;
  readonly duration: number;
  private readonly animation: AnimationItem;
  private readonly frameRate: number;

  constructor(animation: AnimationItem, { frameRate, seconds }: { frameRate: number; seconds: number }) {
    super();
    this.animation = animation;
    this.frameRate = frameRate;
    this.duration = seconds;
    animation.addEventListener('complete', () => this.stop('ended'));
  }

  get currentTime(): number {
    return this.animation.currentFrame / this.frameRate;
  }

  set currentTime(time: number) {
    const frame = time * this.frameRate;
    if (this.paused) this.animation.goToAndStop(frame, true);
    else this.animation.goToAndPlay(frame, true);
    this.dispatchEvent(new Event('seeked'));
  }

  set loop(isOn: boolean) {
    this.animation.setLoop(isOn);
  }

  set playbackRate(speed: number) {
    this.animation.setSpeed(speed);
  }

  async play(): Promise<void> {
    this.paused = false;
    const isOver = this.currentTime >= this.duration - 1 / this.frameRate;
    if (isOver) this.animation.goToAndPlay(0, true);
    else this.animation.play();
    this.dispatchEvent(new Event('play'));
  }

  pause(): void {
    this.animation.pause();
    this.stop('pause');
  }

  private stop(event: 'pause' | 'ended'): void {
    if (this.paused) return;
    this.paused = true;
    this.dispatchEvent(new Event(event));
  }
}

/** Lets players of clips control an animation. */
export function createAnimationMedia(
  animation: AnimationItem,
  length: { frameRate: number; seconds: number },
): HTMLMediaElement {
  return new AnimationMedia(animation, length) as unknown as HTMLMediaElement;
}
