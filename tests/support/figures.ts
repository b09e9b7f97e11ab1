import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseSync, Visitor } from 'vite'
import { CORE_FLOORS } from './architecture/core-plan.ts'

/**
 * `npm run figures`: how large the house is, as a table and, last, a line of JSON, so that two states can be compared.
 * Product: src, sw, functions without tests. Duplicates: pairs of places with five equal lines, no imports or comments.
 */
const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const PRODUCT = ['src', 'sw', 'functions']
const NOT_OURS = new Set(['node_modules', 'dist', 'results', '.git', 'data'])
const RUN = 5
/** A run with less in it is brackets. */
const LEAST_CHARACTERS = 120

function filesIn(folder: string): readonly string[] {
  return readdirSync(`${ROOT}${folder}`, { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory()) return NOT_OURS.has(entry.name) ? [] : filesIn(path)
    return entry.isFile() ? [path] : []
  })
}
const textOf = (path: string): string => readFileSync(`${ROOT}${path}`, 'utf8')
const linesOf = (text: string): number => text.split('\n').length - 1
const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0)

/** Assertions with `as`, but for `as const`, which claims nothing. */
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

/** @returns pairs of places that share a run of five lines; overlapping runs at one distance in two files are one */
function duplicatePairs(texts: ReadonlyMap<string, string>): number {
  const places = new Map<string, { readonly path: string; readonly at: number }[]>()
  for (const [path, text] of texts) {
    const lines = text.split('\n').map((line) => line.trim())
    const code = lines.filter((line) => line !== '' && !/^(import|export \*|\/\/|\/\*|\*|\} from)/.test(line))
    for (let at = 0; at + RUN <= code.length; at += 1) {
      const run = code.slice(at, at + RUN).join('\n')
      if (run.length >= LEAST_CHARACTERS) places.set(run, [...(places.get(run) ?? []), { path, at }])
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

const isProduct = (path: string): boolean => /\.(ts|tsx|mjs)$/.test(path) && !/\.(test\.tsx?|d\.ts)$/.test(path)
const product = new Map(
  PRODUCT.flatMap(filesIn)
    .filter(isProduct)
    .map((path) => [path, textOf(path)]),
)
const styles = filesIn('src').filter((path) => path.endsWith('.css'))
const prose = filesIn('').filter((path) => path.endsWith('.md') && !path.endsWith('FIGURES.md'))

const figures = {
  productLines: sumOf([...product.values()].map(linesOf)),
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
  casts: sumOf([...product].map(([path, text]) => castsIn(path, text))),
  duplicatePairs: duplicatePairs(product),
  coreRooms: CORE_FLOORS.flat().filter((room) => !room.endsWith('.ts')).length,
  coreFloors: CORE_FLOORS.length,
}
for (const [name, figure] of Object.entries(figures)) {
  console.log(`  ${name.padEnd(20)}${figure.toLocaleString('en').padStart(12)}`)
}
console.log(JSON.stringify(figures))
