// Multipart forms with files, encoded the way browsers do.

/** A part of a form: its name, and a text or a file's content. */
export type FormPart = [name: string, value: string | Uint8Array, fileName?: string];

/** Payload and headers of a request with these parts. */
export async function encodeForm(...parts: FormPart[]) {
  const form = new FormData();
  for (const [name, value, fileName = 'picture.png'] of parts) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, new Blob([Uint8Array.from(value)]), fileName);
  }
  const encoded = new Response(form);
  return {
    payload: Buffer.from(await encoded.arrayBuffer()),
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
  };
}
