import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync, Visitor } from 'vite'
import { z } from 'zod'
import { CORE_FLOORS } from './architecture/core-plan.ts'
import { idsWithTwoTranslations, readCatalogues } from './translations.ts'

/**
 * `npm run figures`: size and structure of the codebase, as a table and, last, a line of JSON to compare commits.
 * Product: src, sw, functions without tests. Duplicates: pairs of places with five equal lines, without imports or
 * comments.
 */
const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const PRODUCT = ['src', 'sw', 'functions']
const NOT_OURS = new Set(['node_modules', 'dist', 'results', '.git', 'data'])
const RUN = 5
/** Minimum characters of a run; shorter ones are only brackets. */
const MIN_CHARACTERS = 120

function filesIn(folder: string): readonly string[] {
  return readdirSync(`${ROOT}${folder}`, { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory()) return NOT_OURS.has(entry.name) ? [] : filesIn(path)
    return entry.isFile() ? [path] : []
  })
}
const textOf = (path: string): string => readFileSync(`${ROOT}${path}`, 'utf8')
const linesOf = (text: string): number => text.split('\n').length - 1
const rounded = (figure: number): number => Math.round(figure * 10) / 10
const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0)

/** Assertions with `as`, except `as const`, which asserts nothing. */
function castsIn(path: string, text: string): number {
  let casts = 0
  new Visitor({
    TSAsExpression: ({ typeAnnotation: type }) => {
      const isConst =
        type.type === 'TSTypeReference' && type.typeName.type === 'Identifier' && type.typeName.name === 'const'
      if (!isConst) casts += 1
    },
  }).visit(parseSync(path, text).program)
  return casts
}

/**
 * @returns pairs of places that share a run of five lines; overlapping runs at one distance in two files count as one
 */
function duplicatePairs(texts: ReadonlyMap<string, string>): number {
  const places = new Map<string, { readonly path: string; readonly at: number }[]>()
  for (const [path, text] of texts) {
    const lines = text.split('\n').map((line) => line.trim())
    const code = lines.filter((line) => line !== '' && !/^(import|export \*|\/\/|\/\*|\*|\} from)/.test(line))
    for (let at = 0; at + RUN <= code.length; at += 1) {
      const run = code.slice(at, at + RUN).join('\n')
      if (run.length >= MIN_CHARACTERS) places.set(run, [...(places.get(run) ?? []), { path, at }])
    }
  }
  const pairs = new Set<string>()
  for (const found of places.values()) {
    for (const [index, one] of found.entries()) {
      for (const two of found.slice(index + 1)) pairs.add(`${one.path} ${two.path} ${two.at - one.at}`)
    }
  }
  return pairs.size
}

interface Module {
  /** Exported values declared in the file, without types. */
  readonly values: readonly string[]
  readonly types: number
  /** Imported or re-exported names with the path of their file; `*` means all of them. */
  readonly uses: readonly { readonly from: string; readonly name: string; readonly as?: string }[]
}

/** Resolves `./x.ts` and `#domain/x.ts` to a path from the project's root; undefined for packages. */
function resolveImport(importer: string, request: string): string | undefined {
  const alias = /^#([a-z]+)\//.exec(request)?.[1]
  if (alias !== undefined)
    return aliases[`#${alias}/*`]?.replace(/^\.\//, '').replace('*', request.slice(alias.length + 2))
  return request.startsWith('.') ? posix.join(posix.dirname(importer), request) : undefined
}

/** Reads the exports of a file and the names that it imports. */
function readModule(path: string, text: string): Module {
  const { module } = parseSync(path, text)
  const exported = module.staticExports.flatMap((statement) => statement.entries)
  const own = exported.filter((entry) => entry.moduleRequest === null)
  const uses = [
    ...module.staticImports.flatMap(({ moduleRequest, entries }) =>
      entries.map((entry) => ({ request: moduleRequest.value, name: entry.importName.name ?? '*' })),
    ),
    ...exported.flatMap(({ moduleRequest, importName, exportName }) =>
      moduleRequest === null
        ? []
        : [{ request: moduleRequest.value, name: importName.name ?? '*', as: exportName.name ?? '*' }],
    ),
    ...module.dynamicImports.map(({ moduleRequest }) => ({
      request: text.slice(moduleRequest.start + 1, moduleRequest.end - 1),
      name: '*',
    })),
  ]
  return {
    values: own.filter((entry) => !entry.isType).map((entry) => entry.exportName.name ?? 'default'),
    types: own.filter((entry) => entry.isType).length,
    uses: uses.flatMap(({ request, ...use }) => {
      const from = resolveImport(path, request)
      return from === undefined ? [] : [{ from, ...use }]
    }),
  }
}

/**
 * Counts the files that import each exported value of the product. A name that comes through a barrel counts for the
 * file that declares it; the barrel itself is not an importer.
 */
function importersOf(modules: ReadonlyMap<string, Module>): ReadonlyMap<string, number> {
  const importers = new Map<string, Set<string>>()
  function use(importer: string, from: string, name: string): void {
    const module = modules.get(from)
    if (module === undefined) return
    for (const value of module.values) {
      const key = `${from} ${value}`
      if (name === '*' || name === value) importers.set(key, (importers.get(key) ?? new Set()).add(importer))
    }
    for (const passed of module.uses) {
      if (passed.as === undefined) continue
      if (passed.as === '*' || name === '*') use(importer, passed.from, passed.as === '*' ? name : passed.name)
      else if (passed.as === name) use(importer, passed.from, passed.name)
    }
  }
  for (const [path, { uses }] of modules) {
    for (const { from, name, as } of uses) if (as === undefined) use(path, from, name)
  }
  return new Map([...importers].map(([key, files]) => [key, files.size]))
}

/** Comments: a block, or a run of `//` lines. */
function commentsIn(text: string): readonly string[] {
  return (text.match(/^\s*\/\*[\s\S]*?\*\/|(?:^\s*\/\/.*\n)+/gm) ?? []).map((comment) =>
    comment.replace(/^\s*(?:\/\*+|\/\/|\*+\/?)/gm, '').trim(),
  )
}
const DIALECT_START = /^(?:What|Who|Whom|Whose|Which|Of|So many|So long|So often|One|Those|The same)\b/
const DIALECT_WORD =
  /(?<![a-z])[Tt]old(?!er)|[Ss]omebody|[Nn]obody|[Ww]hoever|[Ee]verybody|[Aa]new|[Ss]eldom|[Bb]eforehand|(?<!['"])[Ss]tretch/g

/** Lines of code with a Spanish letter, whose text belongs in a catalogue. */
function textLinesIn(path: string, text: string): number {
  if (!/^(?:src|functions\/src\/core)\//.test(path)) return 0
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|(?:^|\s)\/\/.*/g, '')
  return code.split('\n').filter((line) => /[áéíóúñ¿¡]/i.test(line)).length
}

const isProduct = (path: string): boolean => /\.(ts|tsx|mjs)$/.test(path) && !/\.(test\.tsx?|d\.ts)$/.test(path)
const product = new Map(
  PRODUCT.flatMap(filesIn)
    .filter(isProduct)
    .map((path) => [path, textOf(path)]),
)
const styles = filesIn('src').filter((path) => path.endsWith('.css'))
const packageJson = z.object({ imports: z.record(z.string(), z.string()) }).parse(JSON.parse(textOf('package.json')))
const aliases = packageJson.imports
const modules = new Map([...product].map(([path, text]) => [path, readModule(path, text)]))
const counts = [...importersOf(modules).values()]
const fileImporters = new Map<string, Set<string>>()
for (const [path, { uses }] of modules) {
  for (const { from } of uses) fileImporters.set(from, (fileImporters.get(from) ?? new Set()).add(path))
}
const values = sumOf([...modules.values()].map((module) => module.values.length))
const exportedNames = values + sumOf([...modules.values()].map((module) => module.types))
const lines = sumOf([...product.values()].map(linesOf))
const casts = sumOf([...product].map(([path, text]) => castsIn(path, text)))
/** Folders with a part of payments and tickets: by their own name, or that of a file in them. */
const MONEY = /^(?:.*-)?(?:payments?|tickets?|doors?|sales?|orders?)(?:[-.].*)?$/
function moneyFolder(path: string): readonly string[] {
  const segments = path.split('/')
  const at = segments.findIndex((segment) => MONEY.test(segment))
  return at < 0 ? [] : [segments.slice(0, Math.min(at + 1, segments.length - 1)).join('/')]
}
const comments = [...product.values()].flatMap(commentsIn)
const prose = filesIn('').filter((path) => path.endsWith('.md') && !path.endsWith('FIGURES.md'))

const figures = {
  productLines: lines,
  productCharacters: sumOf([...product.values()].map((text) => text.length)),
  productFiles: product.size,
  markdownWords: sumOf(
    prose.map(
      (path) =>
        textOf(path)
          .split(/\s+/)
          .filter((word) => word !== '').length,
    ),
  ),
  markdownFiles: prose.length,
  cssLines: sumOf(styles.map((path) => linesOf(textOf(path)))),
  cssFiles: styles.length,
  casts,
  castsPerThousandLines: rounded((casts / lines) * 1000),
  exportedNames,
  linesPerExportedName: rounded(lines / exportedNames),
  exportedValues: values,
  percentWithOneImporter: rounded((counts.filter((count) => count === 1).length / values) * 100),
  filesWithOneImporter: [...fileImporters.values()].filter((importers) => importers.size === 1).length,
  moneyFolders: new Set([...product.keys()].flatMap(moneyFolder)).size,
  comments: comments.length,
  dialectComments: comments.filter((comment) => DIALECT_START.test(comment)).length,
  dialectWords: sumOf([...product.values()].map((text) => text.match(DIALECT_WORD)?.length ?? 0)),
  spanishLinesInCode: sumOf([...product].map(([path, text]) => textLinesIn(path, text))),
  idsWithTwoTranslations: idsWithTwoTranslations(readCatalogues()).length,
  duplicatePairs: duplicatePairs(product),
  coreRooms: CORE_FLOORS.flat().filter((room) => !room.endsWith('.ts')).length,
  coreFloors: CORE_FLOORS.length,
  // Runner and harness of the journeys, which several of them share.
  journeyHarnessLines: sumOf(
    ['playwright.config.ts', ...filesIn('tests/journeys/support')].map((path) => linesOf(textOf(path))),
  ),
}
for (const [name, figure] of Object.entries(figures)) {
  console.log(`  ${name.padEnd(20)}${figure.toLocaleString('en').padStart(12)}`)
}
console.log(JSON.stringify(figures))
