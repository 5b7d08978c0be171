import type { KeptFootage } from './footage-memory.ts';

type Picker = { showOpenFilePicker?(options: { id: string }): Promise<FileSystemFileHandle[]> };

const KINDS = 'video/*,image/*,audio/*,.mov,.mkv,.mxf';

/** Asks for a file; null if the person cancels. Must be called from a click. */
export async function pickFootage(): Promise<KeptFootage | null> {
  const { showOpenFilePicker } = window as Picker;
  if (showOpenFilePicker) {
    try {
      const [handle] = await showOpenFilePicker({ id: 'footage' });
      return handle ? { handle } : null;
    } catch (error) {
      if ((error as Error).name === 'AbortError') return null;
      throw error;
    }
  }
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = KINDS;
  return await new Promise((resolve) => {
    input.onchange = () => resolve(input.files?.[0] ? { file: input.files[0] } : null);
    input.oncancel = () => resolve(null);
    input.click();
  });
}
