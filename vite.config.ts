import { createHash } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import react from '@vitejs/plugin-react'
import mantine from 'postcss-preset-mantine'
import simpleVars from 'postcss-simple-vars'
import { VitePWA } from 'vite-plugin-pwa'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { bundleBudgetPlugin, PUBLIC_PAGE_BUDGETS } from './functions/src/embedded/build-plugins/bundle-size.ts'
import {
  APP_FIRST_LOAD,
  buildFirstLoadGroup,
  LATE_SHARED_FILES,
  PUBLIC_FIRST_LOAD,
} from './functions/src/embedded/build-plugins/first-load.ts'
import {
  removeUnusedPalettesPlugin,
  removeUnusedZodPlugin,
} from './functions/src/embedded/build-plugins/lean-libraries.ts'
import { citizenPagePlugin } from './functions/src/embedded/build-plugins/citizen-page.ts'
import { publicFilesPlugin } from './functions/src/embedded/build-plugins/public-files.ts'
import { removeUnusedJspdfPlugin } from './functions/src/embedded/build-plugins/pdfs-of-text.ts'
import { preloadAsScriptsPlugin } from './functions/src/embedded/build-plugins/preload-as-scripts.ts'
import { publicPagePlugin } from './functions/src/embedded/build-plugins/public-page.ts'
import { descriptionRemovalPlugin } from './functions/src/embedded/build-plugins/without-descriptions.ts'

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
// Read by the plugin, and by the macro's own Babel plugin, which takes no path.
process.env['LINGUI_CONFIG'] = at('locales/lingui.config.mjs')
// Set here and not in `test.env`: a worker reads its time zone when it starts. Odd on purpose.
if (process.env['VITEST'] !== undefined) process.env['TZ'] = 'America/Argentina/Catamarca'
const API = process.env['API'] ?? 'http://127.0.0.1:8080'

/**
 * The widths at which the layout changes: 500, 570, 820, 1280 and 1440 px; 500, 570 and 1280 are the specification's.
 * CSS modules write `@mixin smaller-than $mantine-breakpoint-sm`; the Mantine theme in `src/ui` holds the same table.
 */
const BREAKPOINTS = {
  'mantine-breakpoint-xs': '31.25em',
  'mantine-breakpoint-sm': '35.625em',
  'mantine-breakpoint-md': '51.25em',
  'mantine-breakpoint-lg': '80em',
  'mantine-breakpoint-xl': '90em',
}

/**
 * A class by its name and its file alone, so that a name compresses: with the line that Vite adds, no two would end
 * alike.
 */
function nameClass(name: string, file: string): string {
  const hash = createHash('sha256')
    .update(relative(at('.'), file))
    .digest('base64url')
  return `${name}_${hash.slice(0, 4)}`
}

const forPublic = publicFilesPlugin()
/**
 * The app of the staff, and beside it the pages of the public and of citizens: each is built by itself, because what
 * they share would be cut another way, and weigh more, for each of them. The app comes last: its worker keeps what the
 * public's needs, too.
 */
const pages = process.env['PAGES'] ?? 'index'
/**
 * What every page begins with, and what draws the buttons and icons that none is without, is one file: cut by who
 * shares which of it, it would be twenty. What only lists with a search need is not in it.
 */
const BASE = {
  name: 'base',
  test: /\/node_modules\/(?:react|react-dom|scheduler|use-sync-external-store|@lingui|zustand|clsx|@tabler\/icons-react\/dist\/esm\/(?:createReactComponent|defaultAttributes)|@mantine\/core\/esm\/(?:core(?!\/utils\/find-element)|components\/(?:Button|Loader|Transition|UnstyledButton)))(?:\/|\.mjs)/,
}

/**
 * Layout and plain fields in one file: most screens need all of them, and each separate file costs some hundred bytes of
 * every first load.
 */
const LAYOUT = {
  name: 'layout',
  test: /\/node_modules\/@mantine\/(?:core\/esm\/components\/(?:ActionIcon|CloseButton|Group|Input|InputBase|NativeSelect|Stack|TextInput)|hooks\/esm\/use-id)\//,
}

/** One more file of the first load. The pages of citizens have none: the bundler alone cuts them. */
const FIRST_LOADS =
  {
    publico: [buildFirstLoadGroup(PUBLIC_FIRST_LOAD)],
    index: [buildFirstLoadGroup(APP_FIRST_LOAD), LAYOUT, buildFirstLoadGroup(LATE_SHARED_FILES, 'late')],
  }[pages] ?? []

/** `npm run dev` shows the components of src/ui at /estilos. The build has no such page. */
const stylePage: Plugin = {
  name: 'relevo:style-page',
  apply: 'serve',
  configureServer: (server) => {
    const page = `<!doctype html><div id="root"></div><script type="module" src="/@fs${at('tests/support/style-page.tsx')}"></script>`
    server.middlewares.use('/estilos', (_, response, next) => {
      server.transformIndexHtml('/estilos', page).then((html) => response.end(html), next)
    })
  },
}

const TESTS = [
  '{src,sw,functions}/**/*.test.{ts,tsx}',
  'tests/*.test.ts',
  'tests/{support,contract}/**/*.test.{ts,tsx}',
]
const APART = '{src,functions}/**/*.apart.test.{ts,tsx}'

export default defineConfig({
  // The page's files live in src/app; tests are named from the top of the project.
  root: process.env['VITEST'] === undefined ? at('src/app') : at('.'),
  publicDir: at('public'),
  cacheDir: at('node_modules/.vite'),
  define: { 'import.meta.env.APP_BUILD': JSON.stringify(process.env['APP_BUILD'] ?? '') },
  plugins: [
    react(),
    lingui(),
    babel({ presets: [linguiTransformerBabelPreset()] }),
    ...(pages === 'publico' ? [bundleBudgetPlugin(PUBLIC_PAGE_BUDGETS), forPublic.built, publicPagePlugin()] : []),
    ...(pages === 'ciudadano' ? [citizenPagePlugin(at('src/app/publico.html'), at('src/app/ciudadano.html'))] : []),
    ...(pages !== 'index'
      ? []
      : [
          VitePWA({
            strategies: 'injectManifest',
            srcDir: at('sw'),
            filename: 'service-worker.ts',
            // The page registers the worker itself: a new version waits until no form is open.
            injectRegister: false,
            injectManifest: {
              globPatterns: ['**/*.{js,css,html,svg,png,woff,woff2,webmanifest}'],
              maximumFileSizeToCacheInBytes: 5_000_000,
              manifestTransforms: [async (entries) => forPublic.mark(entries)],
              // Workers are built apart.
              buildPlugins: { vite: [descriptionRemovalPlugin(), removeUnusedZodPlugin()] },
            },
            // A file as it lies: public/manifest.webmanifest.
            manifest: false,
          }),
          bundleBudgetPlugin(),
          forPublic.beside,
        ]),
    preloadAsScriptsPlugin(),
    descriptionRemovalPlugin(),
    removeUnusedZodPlugin(),
    removeUnusedJspdfPlugin(),
    stylePage,
  ],
  css: {
    modules: { generateScopedName: nameClass },
    postcss: { plugins: [mantine(), simpleVars({ variables: BREAKPOINTS }), removeUnusedPalettesPlugin()] },
  },
  worker: {
    format: 'es',
    plugins: () => [descriptionRemovalPlugin(), removeUnusedZodPlugin(), removeUnusedJspdfPlugin()],
  },
  build: {
    outDir: at('dist'),
    // The public's are the first.
    emptyOutDir: pages === 'publico',
    sourcemap: true,
    rolldownOptions: {
      input: { [pages]: at(`src/app/${pages}.html`) },
      // Files name each other: short names make every page some 3 KB lighter.
      output: {
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: ({ names: [name = ''] }) =>
          name.endsWith('.css') ? 'assets/[hash:7].css' : 'assets/[name]-[hash][extname]',
        codeSplitting: { groups: [BASE, ...FIRST_LOADS] },
      },
      // Who imports the room that remembers does not import the database's library with it.
      treeshake: { moduleSideEffects: [{ test: /\/node_modules\/dexie\//, sideEffects: false }] },
    },
    target: 'es2022',
    // Where `modulepreload` is unknown, Vite preloads as a script by itself.
    modulePreload: { polyfill: false },
  },
  server: {
    port: 5173,
    fs: { allow: [at('.')] },
    proxy: {
      '/api': API,
      '/publico/consultar-estado': API,
      '/publico/formularios': API,
      '^/pago(?:-exitoso|-denegado)?(?:/|$)': API,
    },
  },
  test: {
    environment: 'node',
    // Most files share a worker and what it has loaded, which halves the time; who replaces modules has one for itself.
    projects: [
      { extends: true, test: { name: 'together', include: TESTS, exclude: [APART], isolate: false } },
      { extends: true, test: { name: 'apart', include: [APART] } },
    ],
    setupFiles: [at('tests/support/what-jsdom-lacks.ts'), at('tests/support/leave-nothing.ts')],
    // One more than cores, because tests also wait: for periods to undo, deadlines and the stand-in of Firestore.
    maxWorkers: availableParallelism() + 1,
    restoreMocks: true,
    testTimeout: 20_000,
  },
})
