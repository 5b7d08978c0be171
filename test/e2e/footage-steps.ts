// Own footage in a browser that asks for files with an input, as all but Chromium do.
import type { Page } from '@playwright/test';
import { expect } from './journey.ts';

/** Lets journeys choose files: the dialog of Chromium can't be driven. Call it before the page opens. */
export async function withoutFileHandles(page: Page): Promise<void> {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showOpenFilePicker'));
}

/** Presses a button that asks for a file, and chooses one: a path, or contents. */
export async function chooseFile(
  page: Page,
  button: string,
  file: string | { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('region', { name: 'Preview' }).getByRole('button', { name: button, exact: true }).click();
  await (await chooser).setFiles(file);
}

/** Waits until the browser keeps the footage, which may be after the page shows it. */
export async function untilKept(page: Page): Promise<void> {
  await expect(page.getByText('Kept in this browser until you remove it')).toBeVisible();
}
