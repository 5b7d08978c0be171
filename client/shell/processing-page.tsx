// Shown for URLs under /api, /download and /public that do not exist (product.md SH-5).
import { ProcessingScreen } from '#client/features/downloads/components/processing-screen.tsx';
import type { PageSpec } from '#client/kit/data/page.ts';

export const page: PageSpec = {
  status: 404,
  head: ({ context }) => ({ title: `Processing Request - ${context.site.siteName}`, canonical: null }),
};

export default function ProcessingPage() {
  return (
    <ProcessingScreen line="Please wait while we prepare your file..." lost="There is nothing to download here." />
  );
}
