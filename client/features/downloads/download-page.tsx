import { useEffect, useState } from 'react';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import { DownloadRefused } from '#client/features/downloads/components/download-refused.tsx';
import { ProcessingScreen } from '#client/features/downloads/components/processing-screen.tsx';
import { requireId } from '#client/features/resources/components/require-id.ts';
import type { PageSpec } from '#client/kit/data/page.ts';
import { load, read, useRead } from '#client/kit/data/query.ts';
import { getDownloadUrl } from '#client/kit/downloads/api.ts';
import { followDirect, startDirect } from '#client/kit/downloads/direct-download.ts';
import { adPagePath, directDownloadPath } from '#contract/paths.ts';

/** How long each of the two messages is shown: long enough to read, short enough not to annoy. */
const LINE_MS = 700;

/** The file or selection that the URL asks for. If the object is empty, the whole resource is downloaded. */
type Chosen = { file?: string; selection?: string };

const chosenOf = (parameters: URLSearchParams): Chosen => {
  const [file, selection] = [parameters.get('file'), parameters.get('selection')];
  return { ...(file === null ? {} : { file }), ...(selection === null ? {} : { selection }) };
};

const urlRead = (id: string, chosen: Chosen) => read(getDownloadUrl, { params: { id }, query: chosen });

export const page: PageSpec = {
  load: async ({ context, params, url }) => {
    await load(context, urlRead(requireId(params.id), chosenOf(url.searchParams)));
    return undefined;
  },
  head: ({ context }) => ({ title: `Processing Request - ${context.site.siteName}`, canonical: null }),
  Failure: (refusal) => {
    const { status, message } = refusal.failure;
    if (status !== 404) return <DownloadRefused {...refusal} />;
    return <ProcessingScreen line={message} lost />;
  },
};

/** Where the download leads next: the ad page for users who see ads, otherwise the file itself (product.md DL-3). */
const nextStep = (id: string, { file, selection }: Chosen, downloadUrl: string, fromAds: boolean) => {
  if (downloadUrl.startsWith('/direct-download/')) return { to: downloadUrl, isFile: true };
  if (fromAds) return { to: directDownloadPath(id, file, selection), isFile: true };
  return { to: adPagePath(id, file, selection), isFile: false };
};

/** `/download/{id}`: the processing screen shown before a file. */
export default function DownloadPage() {
  const { id = '' } = useParams();
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  const chosen = chosenOf(parameters);
  const { downloadUrl } = useRead(urlRead(id, chosen));
  const { to, isFile } = nextStep(id, chosen, downloadUrl, parameters.get('from') === 'ads');
  const [ready, setReady] = useState(false);

  useEffect(() => {
    const timer = setTimeout(() => {
      if (!ready) setReady(true);
      else if (isFile) void startDirect(to);
      else navigate(to, { replace: true });
    }, LINE_MS);
    return () => clearTimeout(timer);
  }, [ready, to, isFile, navigate]);

  const outcome = isFile ? 'Download starting...' : 'You will be redirected to view ads before downloading.';
  return (
    <ProcessingScreen
      line={ready ? outcome : 'Please wait while we prepare your file...'}
      action={
        isFile ? (
          <a className="link" href={to} onClick={followDirect}>
            Download the file
          </a>
        ) : (
          <Link className="link" to={to}>
            Continue to your download
          </Link>
        )
      }
    />
  );
}
