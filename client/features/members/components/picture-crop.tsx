import { useEffect, useId, useRef, useState } from 'react';
import Cropper from 'react-easy-crop';
import { Button } from '#client/ui/forms/button.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import { type Area, cutPicture, PICTURE_SHAPES, type PictureKind } from './picture-file.ts';
import './picture-crop.css';

const MAX_ZOOM = 4;
const ZOOM_STEP = 0.05;
/** How far an arrow key moves the picture, in pixels. */
const KEY_STEP_PX = 8;

/** Crops a picture by mouse, by touch, or with the arrow keys and the zoom slider. */
export function PictureCrop({
  url,
  kind,
  onCut,
  onCancel,
}: {
  url: string;
  kind: PictureKind;
  onCut: (picture: Blob) => void;
  onCancel: () => void;
}) {
  const id = useId();
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<Area | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const stage = useRef<HTMLDivElement>(null);

  // Focus the crop frame once it has a position, because the previously focused element is hidden.
  const isPlaced = area !== null;
  useEffect(() => {
    if (isPlaced) stage.current?.querySelector<HTMLElement>('[role=group]')?.focus();
  }, [isPlaced]);

  const cut = async () => {
    if (!area) return;
    setBusy(true);
    setFailure(null);
    try {
      onCut(await cutPicture(url, area, kind));
    } catch (error) {
      setFailure((error as Error).message);
      setBusy(false);
    }
  };
  return (
    <div className="flex flex-col gap-4">
      <p id={`${id}-hint`} className="text-sm text-muted">
        Drag the picture or use the arrow keys to position it in the frame.
      </p>
      <div ref={stage} className="picture-stage" data-kind={kind}>
        <Cropper
          image={url}
          crop={crop}
          zoom={zoom}
          maxZoom={MAX_ZOOM}
          aspect={PICTURE_SHAPES[kind].aspect}
          keyboardStep={KEY_STEP_PX}
          disableAutomaticStylesInjection
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropAreaChange={(_, pixels) => setArea(pixels)}
          mediaProps={{ alt: '' }}
          cropperProps={{
            role: 'group',
            'aria-label': 'Crop area',
            'aria-describedby': `${id}-hint`,
          }}
        />
      </div>
      <div>
        <label htmlFor={`${id}-zoom`} className="text-sm font-semibold">
          Zoom
        </label>
        <input
          id={`${id}-zoom`}
          type="range"
          className="picture-zoom"
          min={1}
          max={MAX_ZOOM}
          step={ZOOM_STEP}
          value={zoom}
          aria-valuetext={`${Math.round(zoom * 100)} percent`}
          onChange={(event) => setZoom(Number(event.currentTarget.value))}
        />
      </div>
      {failure && <Message tone="error">{failure}</Message>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>Back</Button>
        <Button variant="solid" busy={busy} disabled={!area} onClick={cut}>
          Apply crop
        </Button>
      </div>
    </div>
  );
}
