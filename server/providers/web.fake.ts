// Local fake of other websites: serves URLs such as https://shop.example/web/full, each with a different kind of page.
import type { FastifyInstance } from 'fastify';
import sharp from 'sharp';

const page = (head: string): string => `<!doctype html><html lang="en"><head>${head}</head><body></body></html>`;

const title = '<title>Dusk sessions: where the pack is sold</title>';
const described =
  '<meta property="og:title" content="Dusk sessions"><meta property="og:description" content="Forty shots of a city at dusk.">';
const priced =
  '<meta property="product:price:amount" content="24.00"><meta property="product:price:currency" content="EUR">';
const pictured = '<meta property="og:image" content="/web/picture.png">';

const pages: Readonly<Record<string, string>> = {
  full: page(title + described + priced + pictured),
  title: page(title),
  bare: page(''),
  price: page(described + priced),
  drawing: page(`${described}<meta property="og:image" content="/web/picture.svg">`),
  mislabelled: page(`${described}<meta property="og:image" content="/web/picture.txt">`),
  refresh: page('<meta http-equiv="refresh" content="0; url=http://127.0.0.1/">'),
};

const HUGE_BYTES = 64 * 1024 * 1024;

export function addWebFake(app: FastifyInstance): void {
  for (const [name, html] of Object.entries(pages)) {
    app.get(`/${name}`, async (_request, reply) => reply.type('text/html; charset=utf-8').send(html));
  }
  // Never responds.
  app.get('/slow', (_request, reply) => void reply.hijack());
  app.get('/huge', async (_request, reply) => reply.type('text/html').send(Buffer.alloc(HUGE_BYTES, ' ')));
  app.get('/moved', async (_request, reply) => reply.redirect('/web/full'));
  app.get('/inside', async (_request, reply) => reply.redirect('http://127.0.0.1/'));
  app.get('/picture.png', async (_request, reply) => {
    const drawn = sharp({ create: { width: 640, height: 360, channels: 3, background: '#46617d' } });
    return reply.type('image/png').send(await drawn.png().toBuffer());
  });
  app.get('/picture.svg', async (_request, reply) =>
    reply.type('image/svg+xml').send('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
  );
  app.get('/picture.txt', async (_request, reply) => reply.type('image/png').send('no picture'));
}
