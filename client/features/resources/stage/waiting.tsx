/** Keeps the size of a player while its code loads. */
export const WAITING = (
  <>
    <div className="stage-view" />
    <div className="seek-bar" />
    <div className="stage-controls" />
  </>
);
