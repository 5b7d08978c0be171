// Leaves out of the browser's files what React Router carries for its own framework: pages of ours never have it.
import type { Plugin } from 'vite';

type Replacement = { importer: RegExp; source: string; code: string };

/**
 * Two of the router's files, as they are without a framework around them. Every link would otherwise keep two states and
 * two effects for a look-ahead that ends at "there is no framework".
 */
const replacements: Replacement[] = [
  {
    importer: /\/react-router\/dist\/production\/lib\/(components|dom\/lib)\.js$/,
    source: '/ssr/components.js',
    code: `
      import { createContext } from 'react';
      const none = [false, null, {}];
      export const FrameworkContext = createContext(undefined);
      export const PrefetchPageLinks = () => null;
      export const mergeRefs = (ref) => ref;
      export const usePrefetchBehavior = () => none;
    `,
  },
  {
    importer: /\/react-router\/dist\/production\/lib\/router\/router\.js$/,
    source: './instrumentation.js',
    code: `
      export const consumeInstrumentationClientResultMetaReceiver = () => undefined;
      export const getRouteInstrumentationUpdates = () => ({});
      export const instrumentClientSideRouter = (router) => router;
    `,
  },
];

const PREFIX = '\0lean-router:';

/** For the browser's build alone. It fails when the router has been rearranged, rather than send everything in silence. */
export const leanRouter = (): Plugin => {
  const used = new Set<number>();
  return {
    name: 'lean-router',
    enforce: 'pre',
    resolveId(source, importer = '') {
      const index = replacements.findIndex((one) => source.endsWith(one.source) && one.importer.test(importer));
      if (index < 0) return null;
      used.add(index);
      return { id: `${PREFIX}${index}`, moduleSideEffects: false };
    },
    load: (id) => (id.startsWith(PREFIX) ? (replacements[Number(id.slice(PREFIX.length))]?.code ?? null) : null),
    /** Parts that nothing of ours uses (forms, links that know where they are) stay only for how they are declared. */
    transform(code, id) {
      if (!/\/react-router\/dist\/production\/lib\//.test(id)) return null;
      return code
        .replaceAll(/^(const \w+ = )(React\$1\.\w+\()/gm, '$1/* @__PURE__ */ $2')
        .replaceAll(/^\w+\.displayName = "\w+";$/gm, '');
    },
    buildEnd(failure) {
      if (!failure && used.size < replacements.length)
        this.error('React Router has moved what lean-router.ts leaves out.');
    },
  };
};
