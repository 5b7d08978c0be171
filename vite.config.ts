import tailwind from '@tailwindcss/vite';
import reactPlugin from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Writes which modules each chunk is made of, for the test of what visitors are sent. Packages stand by their names. */
const chunkModules = (): Plugin => ({
  name: 'chunk-modules',
  generateBundle(_options, bundle) {
    const project = `${import.meta.dirname}/`;
    const nameOf = (id: string): string => id.replace(/^.*\/node_modules\//, 'node_modules/').replace(project, '');
    const modules = Object.values(bundle).flatMap((chunk) =>
      chunk.type === 'chunk' ? [[chunk.fileName, Object.keys(chunk.modules).map(nameOf)]] : [],
    );
    this.emitFile({
      type: 'asset',
      fileName: '.vite/modules.json',
      source: JSON.stringify(Object.fromEntries(modules)),
    });
  },
});

const react = /\/node_modules\/(react|react-dom|react-router|scheduler)\//;
/** The project's own parts; not pages, pop-ups (they come on demand), nor the design system's own page. */
const parts =
  /\/(contract|client\/(kit|ui|features\/[^/]+))\/(?!gallery|menu\.|dialog\.|toast\.|floating)(?!.*-page\.tsx)/;

// Two builds: the browser's files with a manifest, and one file that the server renders with. In the second,
// everything is bundled and NODE_ENV is fixed, or both builds of React go in.
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [reactPlugin(), tailwind(), ...(isSsrBuild ? [] : [chunkModules()])],
  publicDir: false,
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  build: isSsrBuild
    ? {
        outDir: 'dist/server',

        emptyOutDir: true,
        target: 'node24',
        rolldownOptions: { output: { codeSplitting: false } },
      }
    : {
        outDir: 'dist/client',
        emptyOutDir: true,
        manifest: true,
        target: 'es2023',
        // Tailwind's own floor: every one of them knows oklch() and color-mix(), so no colour is written three times.
        cssTarget: ['chrome111', 'firefox128', 'safari16.4'],
        modulePreload: { polyfill: false },
        assetsInlineLimit: 0,
        rolldownOptions: {
          input: 'client/main.tsx',
          // Few files, because a slow line waits for each: what every page needs, and the small parts that pages share.
          output: {
            codeSplitting: {
              groups: [
                { name: 'react', test: react, priority: 2 },
                { name: 'parts', test: parts, minShareCount: 3, priority: 1 },
              ],
            },
          },
        },
      },
  ssr: { noExternal: true },
}));
