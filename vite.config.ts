import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import react from '@vitejs/plugin-react'
import mantine from 'postcss-preset-mantine'
import simpleVars from 'postcss-simple-vars'
import type { Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { defineConfig } from 'vitest/config'
import { bundleBudget, chunkOf, chunksIn, filesOf } from './tests/support/bundle-size.ts'

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

/** What an installed app sets out for before any of its code runs. */
const AT_ONCE = ['src/app/start.tsx', 'src/app/shell/shell.tsx', 'src/app/backstage.ts', 'src/features/forms-list/forms-list-screen.tsx']
/** Of those schemas that nothing needs before something is sent or received; must not be among it. */
const SCHEMA = 'src/domain/documents/template.ts'

export default defineConfig({
  // The page's files live in src/app; tests are named from the top of the project.
  root: process.env['VITEST'] === undefined ? at('src/app') : at('.'),
  publicDir: at('public'),
  cacheDir: at('node_modules/.vite'),
  plugins: [
    react(),
    lingui(),
    babel({ presets: [linguiTransformerBabelPreset()] }),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: at('sw'),
      filename: 'service-worker.ts',
      // The page registers the worker itself: a new version waits until no form is open.
      injectRegister: false,
      // The glob finds the icons; listing them again would only make the worker longer.
      includeManifestIcons: false,
      injectManifest: {
        globPatterns: ['**/*.{js,css,html,svg,png,woff2}'],
        maximumFileSizeToCacheInBytes: 5_000_000,
        // The worker is built apart, and every start without a network waits for it.
        buildPlugins: { vite: [withoutJsonSchema(), withoutDescriptions()] },
      },
      manifest: {
        id: '/',
        name: 'Relevo',
        short_name: 'Relevo',
        description: 'Municipal forms and inspections that work without a signal',
        lang: 'en',
        display: 'standalone',
        start_url: '/',
        scope: '/',
        theme_color: '#0b5c63',
        background_color: '#ffffff',
        icons: [
          { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
          { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
          { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
          { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
        ],
      },
    }),
    bundleBudget(),
    preloadAsScripts(),
    installedPage(),
    withoutJsonSchema(),
    withoutDescriptions(),
  ],
  css: {
    postcss: {
      plugins: [mantine(), simpleVars({ variables: BREAKPOINTS })],
    },
  },
  // Not under test: what runs on the server, too, is tested as it runs there.
  resolve:
    process.env['VITEST'] === undefined
      ? {
          alias: [
            { find: /^zod$/, replacement: at('src/app/zod-without-eval.ts') },
            { find: /^\.\.\/locales\/en\.js$/, replacement: at('src/app/no-zod-words.ts') },
            { find: /^\.\/TableScrollContainer\.mjs$/, replacement: at('src/app/no-scroll-container.ts') },
          ],
        }
      : {},
  build: {
    outDir: at('dist'),
    emptyOutDir: true,
    manifest: true,
    sourcemap: true,
    target: 'es2022',
    // Where `modulepreload` is unknown, Vite preloads as a script by itself.
    modulePreload: { polyfill: false },
    // The bundler's own division: what the same screens need lies together. Groups by hand ended in files that import each other with every new import.
  },
  server: {
    port: 5173,
    fs: { allow: [at('.')] },
    proxy: { '/api': API },
  },
  test: {
    environment: 'node',
    include: ['{src,sw,functions}/**/*.test.{ts,tsx}', 'tests/*.test.ts', 'tests/{support,contract}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', 'tests/journeys/**', 'tests/bench/**', 'tests/simulation/**'],
    restoreMocks: true,
    testTimeout: 20_000,
  },
})

/**
 * The page's own files are preloaded as scripts, not as modules. Chromium (seen in 156) compiles a module that it fetches in the background
 * anew at each start, and keeps the compiled code of 1.4 MB that it has stored unused; what a preload has fetched takes it. That is a sixth
 * of all the work until the list of forms stands.
 */
function preloadAsScripts(): Plugin {
  return {
    name: 'relevo:preload-as-scripts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const preloaded = html
          .replaceAll('<link rel="modulepreload"', '<link rel="preload" as="script"')
          .replace(/<script type="module" crossorigin src="([^"]+)"><\/script>/, '<link rel="preload" as="script" crossorigin href="$1">\n    $&')
        if (preloaded.split('as="script"').length < 3) throw new Error('Nothing of the page is preloaded as a script')
        return preloaded
      },
    },
  }
}

/**
 * `installed.html` is the page as the service worker gives it: it sets out at once for what every screen behind the sign-in needs, and for the list of forms, where
 * work begins. The worker has all of it at hand; on a first visit these would be bytes that nobody has asked for, so the server gives `index.html`.
 */
function installedPage(): Plugin {
  return {
    name: 'relevo:installed-page',
    apply: 'build',
    writeBundle({ dir = '' }, bundle) {
      const chunks = chunksIn(bundle)
      const roots = AT_ONCE.flatMap((source) => chunkOf(chunks, source) ?? this.error(`${source} has no file`))
      const page = readFileSync(join(dir, 'index.html'), 'utf8')
      const files = filesOf(chunks, roots)
      const schemas = chunkOf(chunks, SCHEMA)?.fileName
      if (schemas === undefined || files.has(schemas)) this.error(`Every start would make the schemas of ${SCHEMA}: something that a start needs imports a file that imports it`)
      const missing = [...files].filter((file) => !page.includes(file))
      const links = missing.map((file) => `    <link rel="preload" as="${file.endsWith('.css') ? 'style' : 'script'}" crossorigin href="/${file}">\n`)
      writeFileSync(join(dir, 'installed.html'), page.replace('</head>', `\n${links.join('')}  </head>`))
    },
  }
}

/**
 * Every schema of zod carries its writer of JSON Schema along, which nobody asks for in a browser: thirty thousand characters to load and compile before
 * the first form. Its functions are there by their names and do nothing.
 */
function withoutJsonSchema(): Plugin {
  return {
    name: 'relevo:without-json-schema',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      if (!/[\\/]zod[\\/]v4[\\/]core[\\/](?:to-json-schema|json-schema-processors)\.js$/.test(id)) return null
      const names = [...readFileSync(id, 'utf8').matchAll(/^export (?:const|function) (\w+)/gm)].map((match) => match[1])
      if (names.length === 0) throw new Error(`${id} is written otherwise than this plugin knows`)
      // Some make a method when a schema is made; that method is what must not be called.
      const absent = "const absent = () => { throw new Error('JSON Schema is not written in a browser') }\n"
      return absent + names.map((name) => `export const ${name} = () => absent\n`).join('')
    },
  }
}

/**
 * The schemas say in words what each field is, for whoever reads them. In a browser each of these words would make a copy of its schema at every start, four
 * hundred of them, and nobody could read them there.
 */
function withoutDescriptions(): Plugin {
  const description = /\.describe\((?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`[^`]*`)\)/g
  return {
    name: 'relevo:without-descriptions',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!/[\\/]src[\\/]domain[\\/].*\.ts$/.test(id) || !code.includes('.describe(')) return null
      const short = code.replace(description, '')
      if (short.includes('.describe(')) throw new Error(`${id} describes a schema in another way than this plugin knows`)
      return { code: short, map: null }
    },
  }
}
