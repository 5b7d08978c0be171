/** What useMedia needs of an element, for footage that doesn't move. */
class StillClock extends EventTarget {
  paused = true;
  ended = false;
  muted = false;
  loop = false;
  duration = 0;
  private speed = 1;
  /** The time at `since`, in seconds. */
  private from = 0;
  /** When it was last set, in milliseconds of the page. */
  private since = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  get currentTime(): number {
    if (this.paused) return this.from;
    const time = this.from + ((performance.now() - this.since) / 1000) * this.speed;
    return this.loop ? time % this.duration : Math.min(time, this.duration);
  }

  set currentTime(time: number) {
    this.restart(time);
    this.dispatchEvent(new Event('seeked'));
  }

  get playbackRate(): number {
    return this.speed;
  }

  set playbackRate(speed: number) {
    const time = this.currentTime;
    this.speed = speed;
    this.restart(time);
  }

  /** A clock that runs keeps running. */
  setLength(seconds: number): void {
    const time = Math.min(this.currentTime, seconds);
    this.duration = seconds;
    this.restart(time);
    this.dispatchEvent(new Event('timeupdate'));
  }

  async play(): Promise<void> {
    const { currentTime } = this;
    this.paused = false;
    this.restart(currentTime >= this.duration ? 0 : currentTime);
    this.dispatchEvent(new Event('play'));
  }

  pause(): void {
    this.stop('pause');
  }

  private restart(time: number): void {
    clearTimeout(this.timer);
    this.from = time;
    this.since = performance.now();
    this.ended = false;
    if (!this.paused) this.timer = setTimeout(() => this.finish(), ((this.duration - time) / this.speed) * 1000);
  }

  private finish(): void {
    if (this.loop) this.restart(0);
    else this.stop('ended');
  }

  private stop(event: 'pause' | 'ended'): void {
    if (this.paused) return;
    clearTimeout(this.timer);
    this.from = this.currentTime;
    this.paused = true;
    this.ended = event === 'ended';
    this.dispatchEvent(new Event(event));
  }
}

export type StillMedia = HTMLMediaElement & Pick<StillClock, 'setLength'>;

/** A clock that players of clips can control. It has no length until `setLength` is called. */
export function createStillClock(): StillMedia {
  return new StillClock() as unknown as StillMedia;
}
