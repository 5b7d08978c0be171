import { useState } from 'react';
import { Countdown } from '#client/ui/charts/countdown.tsx';
import { Button } from '#client/ui/forms/button.tsx';
import { Chip } from '#client/ui/forms/chip.tsx';
import { TextField } from '#client/ui/forms/text-field.tsx';
import { EditorTile } from '#client/ui/media/editor-tile.tsx';
import { MenuButton } from '#client/ui/overlay/menu-button.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import { ToastOutlet } from '#client/ui/overlay/toast-outlet.tsx';
import { showToast } from '#client/ui/overlay/toast-queue.ts';
import { DemoMark } from '../demo-mark.tsx';
import { EmptyState } from '../empty-state.tsx';
import { ErrorState } from '../error-state.tsx';
import { Icon } from '../icon.tsx';
import { lazyPart } from '../lazy-part.tsx';
import { Specimen } from './specimen.tsx';

const LazyDialog = lazyPart(() => import('#client/ui/overlay/dialog.tsx').then((file) => file.Dialog), {
  leave: ({ onOpenChange }) => onOpenChange(false),
});

function Floating() {
  const [open, setOpen] = useState<boolean>();
  return (
    <Specimen title="Menu, dialog, toasts (loaded on demand)">
      <div className="specimen-row">
        <MenuButton
          label="Actions"
          className="btn btn-outline btn-square"
          items={[
            { label: 'View details', icon: 'eye', to: '/_ui?details' },
            {
              label: 'Make premium',
              icon: 'star',
              onSelect: () => showToast({ tone: 'premium', text: 'Now premium' }),
            },
            { label: 'Archive', icon: 'archive', onSelect: () => undefined, disabled: true },
            { label: 'Delete', icon: 'close', onSelect: () => setOpen(true), danger: true },
          ]}
        >
          <Icon name="chevron" />
        </MenuButton>
        <Button onClick={() => setOpen(true)}>Open dialog</Button>
        <Button onClick={() => showToast({ tone: 'success', text: 'Added to saved items' })}>Good toast</Button>
        <Button onClick={() => showToast({ tone: 'premium', text: 'Please log in to download premium resources' })}>
          Premium toast
        </Button>
        <Button onClick={() => showToast({ tone: 'error', text: 'Failed to update upload status' })}>
          Error toast
        </Button>
      </div>
      {open !== undefined && (
        <LazyDialog
          open={open}
          onOpenChange={setOpen}
          title="Create Your Account"
          description="One account for assets, requests and the forum."
          actions={
            <>
              <Button onClick={() => setOpen(false)}>Cancel</Button>
              <Button variant="solid">Create account</Button>
            </>
          }
        >
          <TextField label="Email" type="email" autoComplete="off" />
        </LazyDialog>
      )}
      <ToastOutlet />
    </Specimen>
  );
}

export function StateSpecimens() {
  return (
    <>
      <Specimen title="Empty and error states">
        <div className="specimen-two">
          <EmptyState
            title="No resources found"
            heading="h3"
            chips={['After Effects', 'Premiere Pro', 'DaVinci Resolve', 'CapCut'].map((editor) => (
              <Chip key={editor} to="/_ui?editor" lead={<EditorTile editor={editor} />}>
                {editor}
              </Chip>
            ))}
            actions={<Button variant="solid">Clear search</Button>}
          >
            Nothing matches "zoetrope". Try one of these editors.
          </EmptyState>
          <ErrorState
            title="Unexpected Application Error!"
            heading="h3"
            actions={
              <>
                <Button variant="solid">Reload</Button>
                <Button>Browse assets</Button>
              </>
            }
          >
            Something went wrong while loading this page. Reload it, or browse assets instead.
          </ErrorState>
        </div>
      </Specimen>
      <Specimen title="Messages">
        <Message tone="error">Failed to update upload status</Message>
        <Message tone="success">Files uploaded successfully! Awaiting approval.</Message>
        <Message tone="info">Views are counted once a day.</Message>
        <Message tone="premium" action={<Button size="sm">See plans</Button>}>
          <strong className="font-semibold">Premium resource</strong>
          <br />
          <span className="text-muted">Upgrade to Premium to download this content.</span>
        </Message>
      </Specimen>
      <Floating />
      <Specimen title="Download countdown">
        <div className="specimen-row">
          <Countdown remaining={5} total={5} />
          <Countdown remaining={3} total={5} />
          <Countdown remaining={1} total={5} />
          <div>
            <p className="text-lead font-semibold">Your download is almost ready</p>
            <p className="mb-3 text-muted">Download will start in 3 seconds</p>
            <Button>Skip & Download Now</Button>
          </div>
        </div>
      </Specimen>
      <Specimen title="Demo mark">
        <DemoMark />
      </Specimen>
    </>
  );
}
