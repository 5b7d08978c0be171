const EVENTS = ['loadeddata', 'seeked'] as const;

/** Calls back for each frame that a video shows, also while it is hidden. @returns stops it */
export function followFrames(video: HTMLVideoElement, draw: () => void): () => void {
  const canFollow = 'requestVideoFrameCallback' in video;
  let request = 0;
  const follow = (): void => {
    request = video.requestVideoFrameCallback(() => {
      draw();
      follow();
    });
  };
  // A frame that follows a seek is reported late by some browsers.
  const events = canFollow ? EVENTS : [...EVENTS, 'timeupdate'];
  for (const name of events) video.addEventListener(name, draw);
  // The first frame may be there already.
  draw();
  if (canFollow) follow();
  return () => {
    if (canFollow) video.cancelVideoFrameCallback(request);
    for (const name of events) video.removeEventListener(name, draw);
  };
}
