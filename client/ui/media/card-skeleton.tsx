/** Placeholder with the dimensions of a media card. Hidden from screen readers; the surrounding list announces "Loading". */
export function CardSkeleton() {
  return (
    <div aria-hidden="true">
      <div className="skeleton aspect-video rounded-lg" />
      <div className="skeleton mt-4 h-4 w-3/5" />
      <div className="skeleton mt-2.5 mb-1 h-3 w-2/5" />
    </div>
  );
}
