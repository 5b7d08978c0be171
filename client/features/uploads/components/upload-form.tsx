import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import { changeUpload, createUpload, deleteUpload, sendResourceImage } from '#client/features/uploads/api.ts';
import type { ChosenFile } from '#client/features/uploads/chosen-files.ts';
import { detailsSchema, emptyDetailsIn } from '#client/features/uploads/details-rules.ts';
import { useSuggestedPictures } from '#client/features/uploads/suggestions/use-pictures.ts';
import { useProposal } from '#client/features/uploads/suggestions/use-proposal.ts';
import type { UploadItem } from '#client/features/uploads/upload-items.ts';
import { forgetRun, useRun } from '#client/features/uploads/upload-sessions.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { CallError } from '#client/kit/data/call.ts';
import { invalidateAll } from '#client/kit/data/query.ts';
import { showEverywhere } from '#client/kit/everywhere.ts';
import { sentenceOf, useCallForm } from '#client/kit/form.tsx';
import { useAuth } from '#client/kit/session.tsx';
import { Button, buttonClass } from '#client/ui/forms/button.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import { ownUploadPath } from '#contract/paths.ts';
import type { UploadDetails } from '#contract/uploads/api.ts';
import { AfterArrival } from './after-upload.tsx';
import { CardPreview } from './card-preview.tsx';
import { DetailsFields } from './details-fields.tsx';
import { FileDrop } from './file-drop.tsx';
import { RunPanel } from './run-panel.tsx';
import { ThumbnailField } from './thumbnail-field.tsx';
import { UploadIndicator } from './upload-indicator.tsx';
import { UploadQueue } from './upload-queue.tsx';

/** 'Network error' if there was no response, otherwise the server's message (specification, section 8). */
const sentenceFor = (error: unknown): string =>
  error instanceof CallError && error.status === 0 ? 'Network error' : sentenceOf(error);

/** All files of the queue. The list stays the same object as long as its files do. */
const useFilesOf = (items: readonly UploadItem[]): readonly ChosenFile[] => {
  const kept = useRef<readonly ChosenFile[]>([]);
  return useMemo(() => {
    const files = items.flatMap(({ parcel }) => parcel.files);
    const isSame = files.length === kept.current.length && files.every((file, index) => file === kept.current[index]);
    if (!isSame) kept.current = files;
    return kept.current;
  }, [items]);
};

/** Object URL of a file. */
const useUrlOf = (file: File | null): string | null => {
  // In the same render as the file, because no image may ask for the earlier URL after it is revoked.
  const url = useMemo(() => file && URL.createObjectURL(file), [file]);
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url]);
  return url;
};

/** What the form begins with; '' for a field that stays empty. */
type Start = Pick<UploadDetails, 'title' | 'editor'> & { type: UploadDetails['type'] | '' };

/**
 * The 'Upload New Resource' form (specification, section 2). `onSubmitted` receives the id of the resource awaiting approval. A new
 * `start` fills in fields, which then count as the user's own.
 */
export function UploadForm({ start = null, onSubmitted }: { start?: Start | null; onSubmitted: (id: string) => void }) {
  const context = useAppContext();
  const { holdTyped, session } = useAuth();
  const { run, view } = useRun(null);
  useEffect(() => showEverywhere(UploadIndicator), []);
  const box = useRef<HTMLElement>(null);
  const filesHint = useId();
  const [thumbnail, setThumbnail] = useState<File | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [doneId, setDoneId] = useState<string | null>(null);
  const { phase, queue, resourceId } = view;
  const isChoosing = phase === 'choosing';

  const form = useCallForm<UploadDetails, UploadDetails>({
    schema: detailsSchema,
    defaults: emptyDetailsIn(context.site.categories),
    describe: sentenceFor,
    send: async (details) => {
      if (queue.items.length === 0) throw new Error('Please select at least one file');
      const { transport } = context;
      setRefusal(null);
      // If the thumbnail was rejected, submitting again reuses the draft created the first time.
      const upload = resourceId
        ? await changeUpload(transport, { params: { id: resourceId }, body: details })
        : await createUpload(transport, { body: details });
      run.keep(upload.id);
      if (thumbnail) {
        const body = new FormData();
        body.set('leakId', upload.id);
        body.set('image', thumbnail);
        try {
          await sendResourceImage(transport, { body });
        } catch (error) {
          setRefusal(sentenceFor(error));
          throw new Error('Failed to upload image');
        }
      }
      invalidateAll(context);
      run.start(upload);
    },
  });

  const files = useFilesOf(queue.items);
  const { proposed, forget: forgetChoices } = useProposal(form, isChoosing ? files : null);
  const suggested = useSuggestedPictures(isChoosing ? files : null);
  const thumbnailUrl = useUrlOf(thumbnail);
  // A suggested picture goes with the files that it was drawn from.
  const drawn = useRef<File | null>(null);
  useEffect(() => {
    if (suggested.coming > 0 || suggested.pictures.some(({ file }) => file === drawn.current)) return;
    setThumbnail((now) => (now === drawn.current ? null : now));
  }, [suggested]);
  const { setValue } = form.form;
  const started = useRef<Start | null>(null);
  useEffect(() => {
    if (!start || !isChoosing || started.current === start) return;
    started.current = start;
    for (const name of ['title', 'editor', 'type'] as const)
      if (start[name] !== '') setValue(name, start[name], { shouldDirty: true, shouldTouch: true });
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'start' });
  }, [start, isChoosing, setValue]);
  const isWorking = !isChoosing && phase !== 'done';
  useEffect(() => (isWorking ? holdTyped() : undefined), [isWorking, holdTyped]);

  // The form is hidden while uploading and shown again after success; keep the focus inside the section in both cases.
  const wasChoosing = useRef(true);
  useEffect(() => {
    const { activeElement } = document;
    const isLost = activeElement === document.body || activeElement?.closest('[hidden]');
    if (wasChoosing.current !== isChoosing && isLost) box.current?.focus();
    wasChoosing.current = isChoosing;
  }, [isChoosing]);

  const tell = useRef(onSubmitted);
  tell.current = onSubmitted;
  const { reset } = form.form;
  useEffect(() => {
    if (phase !== 'done' || !resourceId) return;
    invalidateAll(context);
    reset(emptyDetailsIn(context.site.categories));
    forgetChoices();
    setThumbnail(null);
    setDoneId(resourceId);
    forgetRun(null);
    tell.current(resourceId);
  }, [phase, resourceId, context, reset, forgetChoices]);

  const cancel = async (): Promise<void> => {
    run.queue.halt();
    if (resourceId) await deleteUpload(context.transport, { params: { id: resourceId } });
    invalidateAll(context);
    forgetRun(null);
  };

  const hasTitle = form.form.watch('title').trim() !== '';
  const { failed } = queue.totals;
  return (
    <section ref={box} tabIndex={-1} className="panel p-5 outline-none md:p-7" aria-labelledby="upload-new">
      <h2 id="upload-new" className="display mb-5 text-h2">
        {isChoosing || !view.title ? 'Upload New Resource' : `Uploading ${view.title}`}
      </h2>
      {doneId && isChoosing && (
        <Message
          tone="success"
          className="mb-5"
          action={
            <Link to={ownUploadPath(doneId)} className={buttonClass({ size: 'sm' })}>
              View upload
            </Link>
          }
        >
          Files uploaded successfully! Awaiting approval.
        </Message>
      )}
      {doneId && isChoosing && <AfterArrival key={doneId} id={doneId} />}
      {!isChoosing && <RunPanel run={run} view={view} onCancel={cancel} />}
      <div className="upload-new" hidden={!isChoosing}>
        <form className="grid gap-5" method="post" noValidate onSubmit={form.submit}>
          <fieldset className="grid gap-3">
            <legend className="mb-1.5 text-sm font-semibold">Files</legend>
            <FileDrop
              hint="up to 15GB per file"
              describedBy={failed > 0 ? filesHint : undefined}
              onFiles={(chosen) => {
                setDoneId(null);
                run.queue.add(chosen);
              }}
            />
            {queue.items.length === 0 && (
              <p className="text-sm text-muted">
                Start with your files. We'll suggest a title, tags, a type and thumbnails based on them.
              </p>
            )}
            {isChoosing && <UploadQueue queue={run.queue} view={queue} isStarted={false} />}
            {failed > 0 && (
              <p id={filesHint} className="text-sm text-clip">
                Remove the files with errors first. They can't be uploaded.
              </p>
            )}
          </fieldset>
          <DetailsFields form={form} proposed={proposed}>
            <ThumbnailField
              file={thumbnail}
              url={thumbnailUrl}
              suggested={suggested}
              refusal={refusal}
              onChange={(file) => {
                setRefusal(null);
                drawn.current = suggested.pictures.some((picture) => picture.file === file) ? file : null;
                setThumbnail(file);
              }}
            />
          </DetailsFields>
          {form.failure && <Message tone="error">{form.failure}</Message>}
          <Button
            type="submit"
            variant="solid"
            size="lg"
            busy={form.isBusy}
            disabled={!form.isReady || !hasTitle || queue.items.length === 0 || failed > 0}
          >
            {form.isBusy ? 'Uploading...' : 'Upload'}
          </Button>
        </form>
        <CardPreview
          details={form.form.watch()}
          pictureUrl={thumbnailUrl ?? suggested.pictures[0]?.url}
          isOwnChoice={thumbnail !== null}
          user={session.state === 'signed-in' ? session.user : null}
        />
      </div>
    </section>
  );
}
