// Multipart forms with files, encoded as browsers encode them.

/** A form part: the name of the field, and its value, which is either text or the content of a file. */
export type FormPart = [name: string, value: string | Uint8Array, fileName?: string];

/** Payload and headers of a request that submits these parts. */
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
