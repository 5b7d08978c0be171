import type { KeyGroup } from '#client/kit/keys/key-groups.ts';

/** The keys of the stage and the list of files, for the list of keys. */
export const STAGE_KEYS: KeyGroup = {
  title: 'Preview and files',
  keys: [
    [['Space', 'K'], 'Play or pause'],
    [['↑', '↓'], 'Previous or next file'],
    [['←', '→'], 'Back or forward; in a LUT, move the divider; turn a 3D model'],
    [[',', '.'], 'One frame back or forward'],
    [['J', 'L'], 'Slower or faster'],
    [['I', 'O'], 'Start or end the loop here'],
    [['Shift L'], 'Loop on or off'],
    [['A'], 'Matte alone'],
    [['B'], 'Hold to see the picture without the LUT or overlay'],
    [['1', '7'], 'Plates of a LUT; the last one is your footage'],
    [['[', ']'], 'Weaker or stronger LUT; opacity of an overlay on your footage'],
    [['Alt ←', 'Alt →'], 'Move an overlay or a sound on your footage by a frame; with Shift, by a second'],
    [['C'], 'Add to compare; in a LUT, compare two'],
    [['S'], 'Scopes'],
    [['+', '-', '0'], 'Zoom a 3D model, or reset the view'],
    [['T'], 'Add a marker, with Markers open'],
    [['M'], 'Mute; blend mode of an overlay on your footage'],
    [['F'], 'Full screen'],
    [['X'], 'Select the file'],
    [['D'], 'Download the file'],
  ],
};
