import { fileURLToPath } from 'node:url'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import react from '@vitejs/plugin-react'
import mantine from 'postcss-preset-mantine'
import simpleVars from 'postcss-simple-vars'
import { VitePWA } from 'vite-plugin-pwa'
import { defineConfig } from 'vitest/config'
import { bundleBudget } from './functions/src/embedded/build-plugins/bundle-size.ts'
import { leanPalettes, leanZod } from './functions/src/embedded/build-plugins/lean-libraries.ts'
import { publicFiles } from './functions/src/embedded/build-plugins/public-files.ts'
import { pdfsOfText } from './functions/src/embedded/build-plugins/pdfs-of-text.ts'
import { preloadAsScripts } from './functions/src/embedded/build-plugins/preload-as-scripts.ts'
import { withoutDescriptions } from './functions/src/embedded/build-plugins/without-descriptions.ts'

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

const forPublic = publicFiles()
/** The pages of citizens are built by themselves, after the others: what they share would be cut another way, and weigh more, for everybody else. */
const ofCitizens = process.env['PAGES'] === 'ciudadano'

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
  plugins: [
    react(),
    lingui(),
    babel({ presets: [linguiTransformerBabelPreset()] }),
    ...(ofCitizens
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
              buildPlugins: { vite: [withoutDescriptions(), leanZod()] },
            },
            // A file as it lies: public/manifest.webmanifest.
            manifest: false,
          }),
          bundleBudget(),
          forPublic.plugins,
        ]),
    preloadAsScripts(),
    withoutDescriptions(),
    leanZod(),
    pdfsOfText(),
  ],
  css: { postcss: { plugins: [mantine(), simpleVars({ variables: BREAKPOINTS }), leanPalettes()] } },
  worker: { format: 'es', plugins: () => [withoutDescriptions(), leanZod(), pdfsOfText()] },
  build: {
    outDir: at('dist'),
    emptyOutDir: !ofCitizens,
    manifest: !ofCitizens,
    sourcemap: true,
    // The pages of the public are an entry of their own, with nothing of the app in it.
    rolldownOptions: {
      input: ofCitizens
        ? { ciudadano: at('src/app/ciudadano.html') }
        : { index: at('src/app/index.html'), publico: at('src/app/publico.html') },
      // Files name each other: short names make every page some 3 KB lighter.
      output: { chunkFileNames: 'assets/[hash].js' },
    },
    target: 'es2022',
    // Where `modulepreload` is unknown, Vite preloads as a script by itself.
    modulePreload: { polyfill: false },
  },
  server: {
    port: 5173,
    fs: { allow: [at('.')] },
    proxy: { '/api': API, '/publico/consultar-estado': API },
  },
  test: {
    environment: 'node',
    // Most files share a worker and what it has loaded, which halves the time; who replaces modules has one for itself.
    projects: [
      { extends: true, test: { name: 'together', include: TESTS, exclude: [APART], isolate: false } },
      { extends: true, test: { name: 'apart', include: [APART] } },
    ],
    setupFiles: [at('tests/support/what-jsdom-lacks.ts'), at('tests/support/leave-nothing.ts')],
    // All of them; the runner would leave one free for a person at the keyboard.
    maxWorkers: '100%',
    restoreMocks: true,
    testTimeout: 20_000,
  },
})
