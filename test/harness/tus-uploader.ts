// A program that uploads one file with tus-js-client, as browsers do. If it was killed, it resumes at the URL that it saved.
// Arguments: origin, cookie, resource id, file, file for the saved URL, chunk size in bytes.
import { createReadStream, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { Upload } from 'tus-js-client';

const [origin, cookie, resourceId, file, noted, chunkSize] = process.argv.slice(2) as [
  string,
  string,
  string,
  string,
  string,
  string,
];

const uploadSize = statSync(file).size;
const upload = new Upload(createReadStream(file), {
  endpoint: `${origin}/api/uploads/sessions`,
  uploadUrl: existsSync(noted) ? readFileSync(noted, 'utf8') : null,
  uploadSize,
  chunkSize: Number(chunkSize),
  headers: { cookie },
  metadata: { resourceId, path: 'long.bin' },
  retryDelays: Array.from({ length: 200 }, () => 250),
  storeFingerprintForResuming: false,
  onUploadUrlAvailable: () => writeFileSync(noted, upload.url ?? ''),
  onChunkComplete: (_chunk, accepted) => void process.stdout.write(`accepted ${accepted}\n`),
  onSuccess: () => void process.stdout.write('done\n'),
  onError: (error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  },
});
upload.start();
