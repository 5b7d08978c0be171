import { useEffect, useRef, useState } from 'react';
import type { ProfilePictureChange, ProfilePictures } from './edit-profile-values.ts';
import type { PictureKind } from './picture-file.ts';

const NONE: ProfilePictures = { avatar: null, banner: null };

const release = (change: ProfilePictureChange): void => {
  if (change !== null && change !== 'cleared') URL.revokeObjectURL(change.url);
};

/** The form's pictures, and the one being cropped. Object URLs are revoked once they are no longer shown. */
export function useProfilePictures() {
  const [pictures, setPictures] = useState(NONE);
  const [cutting, setCutting] = useState<{ kind: PictureKind; url: string } | null>(null);
  const held = useRef({ pictures, cutting });
  held.current = { pictures, cutting };

  useEffect(
    () => () => {
      release(held.current.pictures.avatar);
      release(held.current.pictures.banner);
      if (held.current.cutting) URL.revokeObjectURL(held.current.cutting.url);
    },
    [],
  );

  const change = (kind: PictureKind, next: ProfilePictureChange) => {
    release(pictures[kind]);
    setPictures({ ...pictures, [kind]: next });
  };
  const endCut = () => {
    if (cutting) URL.revokeObjectURL(cutting.url);
    setCutting(null);
  };
  return {
    pictures,
    cutting,
    change,
    beginCut: (kind: PictureKind, url: string) => setCutting({ kind, url }),
    endCut,
    forget: () => {
      release(pictures.avatar);
      release(pictures.banner);
      setPictures(NONE);
    },
  };
}
