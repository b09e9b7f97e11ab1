import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { listChunks, findChunk, collectNeededFiles, type Chunk } from './bundle-size.ts'

/** Entry of the public pages. */
const ENTRY = 'src/app/publico/main.tsx'
/** The router. Files that need it belong to the staff's app; the public pages have two URLs and no router. */
const ROUTER_PATH = '/node_modules/@tanstack/react-router/'
/** Leaflet. Files that need it are never cached in advance, because without a network there are no tiles. */
const MAPS = '/node_modules/leaflet/'
/** Translations of a module, or a part of it, with its path in `src`. Files directly in `locales` are shared. */
const MODULE_CATALOGUE = /\/locales\/(.+)\/[^/]+\.po$/
/**
 * Translations into other languages than English and Spanish, which a device caches only if it uses them
 * (`sw/languages.ts`).
 */
const OTHER_CATALOGUE = /\/locales\/(?:.+\/)?(?!en\.|es\.)(\w+)\.po$/

/** Japanese fonts of PDFs, and the list of their characters. */
const JAPANESE_FONT = /^assets\/(?:noto-sans-jp|unicode)-/

/** With fewer files, the package of the fonts was not found; PDFs would replace Japanese characters. */
const MIN_JAPANESE_FONTS = 100

type ManifestEntry = { readonly url: string; readonly revision: string | null; readonly size: number }
/**
 * `publico`: the public pages need the file; `alone`: the staff's app does not need it. `language`: language of its
 * texts
 */
type MarkedEntry = ManifestEntry & { readonly publico?: true | 'alone'; readonly language?: string }

/** File that passes the list of public files to the build of the app, which runs later. */
const LIST = '.public-files.json'

/**
 * Without this plugin, each device would cache both apps. Saves 1.7 MB on phones that answer one form, and 0.3 MB on
 * staff devices.
 * Marks in the service worker's list which files the public pages need, and which of these the staff's app does not
 * need.
 * @returns `built`, the plugin for the build of the public pages; `beside`, the plugins for the app's build and for the
 * public pages in development; `mark`, which marks the worker's list
 */
export function publicFilesPlugin() {
  let own: ReadonlySet<string> = new Set()
  let languages: ReadonlyMap<string, string> = new Map()
  let folder = ''
  const built: Plugin = {
    name: 'relevo:public-files',
    apply: 'build',
    writeBundle({ dir = '' }, bundle) {
      const chunks = listChunks(bundle)
      const list: PublicList = { files: [...listPublicPageFiles(chunks)], languages: [...findChunkLanguages(chunks)] }
      writeFileSync(join(dir, LIST), JSON.stringify(list))
    },
  }
  const app: Plugin = {
    name: 'relevo:files-of-the-app',
    apply: 'build',
    writeBundle({ dir = '' }, bundle) {
      folder = dir
      own = new Set(Object.keys(bundle))
      languages = findChunkLanguages(listChunks(bundle))
    },
  }
  const mark = (entries: readonly ManifestEntry[]) => {
    if (entries.filter(({ url }) => JAPANESE_FONT.test(url)).length < MIN_JAPANESE_FONTS)
      throw new Error('The build has no Japanese fonts. Run npm ci, and build again.')
    const list = JSON.parse(readFileSync(join(folder, LIST), 'utf8')) as PublicList
    const all = new Map([...list.languages, ...languages])
    return { manifest: markPrecacheLanguages(markPrecacheEntries(entries, new Set(list.files), own), all) }
  }
  return { built, beside: [app, inDevelopment], mark }
}

type PublicList = {
  readonly files: readonly string[]
  readonly languages: readonly (readonly [file: string, language: string])[]
}

/** Returns the language of each file that has only texts in another language than English and Spanish. */
export function findChunkLanguages(chunks: readonly Chunk[]): ReadonlyMap<string, string> {
  return new Map(
    chunks.flatMap(({ fileName, moduleIds }): [string, string][] => {
      const [language, ...others] = moduleIds.map((id) => OTHER_CATALOGUE.exec(id.replaceAll('\\', '/'))?.[1])
      return language === undefined || others.length > 0 ? [] : [[fileName, language]]
    }),
  )
}

/**
 * Marks the service worker's list. Drops built files of neither set (maps), so that they are not cached.
 * @param publics files of the public pages @param own files of the app's build
 */
export function markPrecacheEntries(
  entries: readonly ManifestEntry[],
  publics: ReadonlySet<string>,
  own: ReadonlySet<string>,
): MarkedEntry[] {
  return entries.flatMap((entry) => {
    const isBuilt = entry.url.startsWith('assets/') || entry.url.endsWith('.html')
    const isOwn = own.has(entry.url) || !isBuilt
    if (publics.has(entry.url)) return [{ ...entry, publico: isOwn || 'alone' }]
    return isOwn ? [entry] : []
  })
}

/** Marks files that only devices of one language cache: its texts, and its fonts. */
export function markPrecacheLanguages(
  entries: readonly MarkedEntry[],
  languages: ReadonlyMap<string, string>,
): MarkedEntry[] {
  return entries.map((entry) => {
    const language = JAPANESE_FONT.test(entry.url) ? 'ja' : languages.get(entry.url)
    return language === undefined ? entry : { ...entry, language }
  })
}

/** Serves the public pages in development, without the form's data in the page. */
const inDevelopment: Plugin = {
  name: 'relevo:public-pages',
  apply: 'serve',
  configureServer({ middlewares }) {
    middlewares.use((request, _, next) => {
      if (/^\/publico\/(?:contestar|guardado)\//.test(request.url ?? '')) request.url = '/publico.html'
      next()
    })
  },
}

/**
 * Returns the files of the public pages: the page, its script and icon, its static imports, its dynamic imports that
 * need neither the router nor maps, and the translations of these modules.
 */
export function listPublicPageFiles(chunks: readonly Chunk[]): ReadonlySet<string> {
  const entry = findChunk(chunks, ENTRY)
  if (entry === undefined) throw new Error(`${ENTRY} has no file: the files of the public page are unknown`)
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const roots = new Set([entry])
  for (const root of roots) {
    for (const file of collectNeededFiles(chunks, [root])) {
      for (const name of byName.get(file)?.dynamicImports ?? []) {
        const later = byName.get(name)
        if (
          later !== undefined &&
          findCatalogueModule(later) === undefined &&
          !needsPackage([ROUTER_PATH, MAPS], chunks, byName, later)
        )
          roots.add(later)
      }
    }
  }
  const files = collectNeededFiles(chunks, [...roots])
  const modules = [...files].flatMap((file) => byName.get(file)?.moduleIds ?? []).map((id) => id.replaceAll('\\', '/'))
  const textChunks = chunks.filter((chunk) => {
    const room = findCatalogueModule(chunk)
    return room !== undefined && modules.some((id) => new RegExp(`/src/(?:features|ui|documents)/${room}/`).test(id))
  })
  return new Set(['publico.html', 'publico.js', 'icon.svg', ...files, ...collectNeededFiles(chunks, textChunks)])
}

/** @returns the module that these translations are for; undefined: no translations, or shared ones */
function findCatalogueModule({ moduleIds }: Chunk): string | undefined {
  return moduleIds.map((id) => MODULE_CATALOGUE.exec(id.replaceAll('\\', '/'))?.[1]).find((room) => room !== undefined)
}

function needsPackage(
  packages: readonly string[],
  chunks: readonly Chunk[],
  byName: ReadonlyMap<string, Chunk>,
  chunk: Chunk,
): boolean {
  return [...collectNeededFiles(chunks, [chunk])].some((file) =>
    byName.get(file)?.moduleIds.some((id) => packages.some((item) => id.replaceAll('\\', '/').includes(item))),
  )
}
