import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

/** A JavaScript file of the build: the properties of rolldown's OutputChunk that are used here. */
export type Chunk = {
  readonly fileName: string
  readonly code: string
  /** files that must be loaded before this file runs */
  readonly imports: readonly string[]
  /** files that this file may load later */
  readonly dynamicImports: readonly string[]
  /** absolute paths of the source files */
  readonly moduleIds: readonly string[]
  readonly isEntry: boolean
  readonly css: readonly string[]
}

export type BudgetedPage = {
  readonly name: string
  readonly screen: string
  readonly budget: number
  /** source file that starts the page; by default the app's entry */
  readonly entry?: string
  /** parts of paths of source files that the page must not load */
  readonly without?: readonly string[]
}

const APP_ENTRY = 'src/app/main.tsx'

/** Maximum compressed size (`budget`), in thousands of bytes, that each screen loads before it is usable. */
const PAGES: readonly BudgetedPage[] = [
  { name: 'sign-in', screen: 'src/features/sign-in/index.ts', budget: 176 },
  { name: 'forms list', screen: 'src/features/forms-list/forms-list-screen.tsx', budget: 231.4 },
  { name: 'answering', screen: 'src/features/answering/answering-screen.tsx', budget: 274.1 },
]

/** Maximum sizes of the public page, which has a separate build. */
export const PUBLIC_PAGE_BUDGETS: readonly BudgetedPage[] = [
  {
    name: 'answering of the public',
    screen: 'src/features/answering/public/public-pages.tsx',
    budget: 184.5,
    entry: 'src/app/publico/main.tsx',
    without: [
      '/node_modules/@tanstack/',
      '/node_modules/@casl/',
      '/node_modules/dexie/',
      '/src/features/sign-in/',
      '/src/app/shell/',
    ],
  },
]

/**
 * @param chunks JavaScript files of a build
 * @param screen source file that the router loads for this page
 * @param entry source file that starts the page
 * @returns the files that the page needs: entry and screen with their static imports, styles and translations in the
 * largest language; null when the build has no such screen
 */
export function listFilesForScreen(
  chunks: readonly Chunk[],
  screen: string,
  entry: string = APP_ENTRY,
): ReadonlySet<string> | null {
  const route = findChunk(chunks, screen)
  const start = chunks.find((chunk) => chunk.isEntry && findChunk([chunk], entry) !== undefined)
  return route === undefined || start === undefined
    ? null
    : collectNeededFiles(chunks, [start, route, ...listCataloguesOfScreen(chunks, screen)])
}

/** @returns the chunk that contains this source file */
export function findChunk(chunks: readonly Chunk[], source: string): Chunk | undefined {
  return chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/${source}`)))
}

/** Returns the names of these chunks and of everything they import statically, with their styles. */
export function collectNeededFiles(chunks: readonly Chunk[], roots: readonly Chunk[]): ReadonlySet<string> {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const needed = new Set<string>()
  const add = (chunk: Chunk): void => {
    if (needed.has(chunk.fileName)) return
    needed.add(chunk.fileName)
    for (const file of chunk.css) needed.add(file)
    for (const name of chunk.imports) {
      const next = byName.get(name)
      if (next !== undefined) add(next)
    }
  }
  for (const chunk of roots) add(chunk)
  return needed
}

/** Returns the source files that the page loads although `without` forbids them. */
function findStrayFiles(
  chunks: readonly Chunk[],
  files: ReadonlySet<string>,
  without: readonly string[],
): readonly string[] {
  return chunks
    .filter(({ fileName }) => files.has(fileName))
    .flatMap(({ moduleIds }) => moduleIds.filter((id) => without.some((part) => id.includes(part))))
}

/** Returns the translations of the app, of the screen's module and of its part, in the largest language. */
function listCataloguesOfScreen(chunks: readonly Chunk[], screen: string): readonly Chunk[] {
  const [room, ...parts] = screen
    .replace(/^src\/features\//, '')
    .split('/')
    .slice(0, -1)
  return ['', `/${room}`, `/${[room, ...parts].join('/')}`].flatMap((folder) => {
    const cataloguePattern = new RegExp(`/locales${folder}/[^/]+\\.po$`)
    const catalogues = chunks.filter(({ moduleIds }) => moduleIds.some((id) => cataloguePattern.test(id)))
    return catalogues.toSorted((a, b) => b.code.length - a.code.length).slice(0, 1)
  })
}

/** Returns a cycle of imports, which would make a screen fail to load. @returns undefined when there is none */
export function findImportCycle(chunks: readonly Pick<Chunk, 'fileName' | 'imports'>[]): readonly string[] | undefined {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const done = new Set<string>()
  const visit = (name: string, path: readonly string[]): readonly string[] | undefined => {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name]
    if (done.has(name)) return undefined
    for (const next of byName.get(name)?.imports ?? []) {
      const cycle = visit(next, [...path, name])
      if (cycle !== undefined) return cycle
    }
    done.add(name)
    return undefined
  }
  for (const { fileName } of chunks) {
    const cycle = visit(fileName, [])
    if (cycle !== undefined) return cycle
  }
  return undefined
}

/**
 * Without this plugin, pages would grow past their budgets unnoticed. Saves no bytes itself.
 * Writes page sizes to `dist/.pages.json`. Over budget, `npm run build` and `npm test` fail, `npm start` does not.
 */
export function bundleBudgetPlugin(pages: readonly BudgetedPage[] = PAGES): Plugin {
  return {
    name: 'relevo:bundle-budget',
    apply: 'build',
    writeBundle({ dir }, bundle) {
      const chunks = listChunks(bundle)
      const sizes = new Map(
        Object.values(bundle).map((output) => [
          output.fileName,
          gzipSync(output.type === 'chunk' ? output.code : output.source).length,
        ]),
      )
      const cycle = findImportCycle(chunks)
      if (cycle !== undefined) this.error(`Files of the build import each other: ${cycle.join(' -> ')}`)
      const weights = pages.map(({ name, screen, budget, entry, without = [] }) => {
        const files = listFilesForScreen(chunks, screen, entry)
        if (files === null) this.error(`${screen} has no file: the weight of ${name} is unknown`)
        const stray = findStrayFiles(chunks, files, without)
        if (stray.length > 0) this.error(`${name} would download what it does not need: ${stray.join(', ')}`)
        const each = [...files].map((file) => [file, sizes.get(file) ?? 0] as const).toSorted((a, b) => b[1] - a[1])
        const kb = Math.round(each.reduce((sum, [, bytes]) => sum + bytes, 0) / 100) / 10
        process.stdout.write(`${name}: ${kb} KB gzip of at most ${budget} (${describeHeaviestFiles(each)})\n`)
        return { name, kb, budget }
      })
      const file = join(dir ?? '', '.pages.json')
      const others = (existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as typeof weights) : []).filter(
        (other) => !weights.some(({ name }) => name === other.name),
      )
      writeFileSync(file, JSON.stringify([...others, ...weights]))
    },
  }
}

export function listChunks(bundle: Bundle): readonly Chunk[] {
  return Object.values(bundle).flatMap((output) =>
    output.type === 'chunk' ? [{ ...output, css: [...(output.viteMetadata?.importedCss ?? [])] }] : [],
  )
}
type Bundle = Parameters<Extract<NonNullable<Plugin['writeBundle']>, (...args: never) => unknown>>[1]

/** Text with the number of files and the four largest. */
function describeHeaviestFiles(files: readonly (readonly [name: string, bytes: number])[]): string {
  const heaviest = files
    .slice(0, 4)
    .map(([name, bytes]) => `${name.replace(/^assets\//, '')} ${(bytes / 1000).toFixed(1)}`)
  return `${files.length} files: ${heaviest.join(', ')}, …`
}
