// What a browser sees at an address under /api, /download or /public that answers nothing (product.md SH-5).
import { Link } from 'react-router';
import type { PageSpec } from '../kit/page.ts';
import { buttonClass } from '../ui/button.tsx';
import { Spinner } from '../ui/spinner.tsx';

export const page: PageSpec = {
  status: 404,
  head: ({ services }) => ({ title: `Processing Request - ${services.site.siteName}`, canonical: null }),
};

export default function ProcessingPage() {
  return (
    <div className="wrap py-11 md:py-21">
      <div className="panel flex flex-col items-center gap-4 px-5 py-14 text-center">
        <Spinner />
        <h1 className="display text-state">Processing Request</h1>
        <p className="text-muted">Please wait while we prepare your file...</p>
        <div className="later flex flex-col items-center gap-4">
          <p className="max-w-[44ch] text-muted">Nothing is waiting at this address.</p>
          <Link to="/" className={buttonClass()}>
            Back to home
          </Link>
        </div>
      </div>
    </div>
  );
}
