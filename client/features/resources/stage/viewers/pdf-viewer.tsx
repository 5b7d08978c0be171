import { useState } from 'react';
import { IconButton } from '#client/ui/forms/icon-button.tsx';
import { FailedView } from '../failed-view.tsx';
import type { ViewerProps } from '../view-kind.ts';
import { Controls, useStill } from './still-viewers.tsx';
import './viewers.css';

/** The first pages of a PDF, drawn by the server. */
export function PdfViewer({ preview, title, onRetry }: ViewerProps<'pdf'>) {
  const { pageUrls, pages } = preview;
  const [page, setPage] = useState(1);
  const [hasFailed, setFailed] = useState(false);
  const last = pageUrls.length;
  const turn = (to: number): boolean => {
    setPage(Math.min(last, Math.max(1, to)));
    return true;
  };
  useStill(({ key }) => {
    if (key === 'ArrowLeft') return turn(page - 1);
    if (key === 'ArrowRight') return turn(page + 1);
    if (key === 'Home') return turn(1);
    return key === 'End' && turn(last);
  });
  if (hasFailed) return <FailedView onRetry={onRetry} />;
  return (
    <>
      <div className="stage-view stage-page">
        <img src={pageUrls[page - 1]} alt={`Page ${page} of ${title}`} onError={() => setFailed(true)} />
      </div>
      <Controls>
        <span className="flex flex-1 items-center justify-center gap-2">
          <IconButton icon="back" label="Previous page" idle={page === 1} onClick={() => turn(page - 1)} />
          <span className="mono" role="status">
            Page {page} of {pages}
          </span>
          <IconButton icon="forward" label="Next page" idle={page === last} onClick={() => turn(page + 1)} />
        </span>
      </Controls>
      {last < pages && (
        <p className="stage-note">
          {last === 1 ? 'The preview shows the first page.' : `The preview shows the first ${last} pages.`}
        </p>
      )}
    </>
  );
}
