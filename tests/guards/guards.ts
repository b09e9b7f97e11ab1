import { parseSync, Visitor } from 'vite'

/** An `if (…)` whose branch ends in return, throw or continue. */
export type Guard = {
  readonly file: string
  readonly line: number
  /** offsets of its condition in the file's text */
  readonly start: number
  readonly end: number
  readonly condition: string
}

/** Production code in which a bug can lose work. */
const ROOMS = /^(?:src\/(?:domain|local|sync)|functions\/src\/core)\//
const NOT_PRODUCT = /\.test\.tsx?$|\/testing\//
const LEAVES = new Set(['ReturnStatement', 'ThrowStatement', 'ContinueStatement'])

/** @param project path to text @returns every guard, ordered by path and line */
export function guardsOf(project: ReadonlyMap<string, string>): readonly Guard[] {
  const files = [...project].filter(([path]) => path.endsWith('.ts') && ROOMS.test(path) && !NOT_PRODUCT.test(path))
  return files.sort(([one], [other]) => (one < other ? -1 : 1)).flatMap(([path, text]) => guardsIn(path, text))
}

function guardsIn(file: string, text: string): readonly Guard[] {
  const found: Guard[] = []
  new Visitor({
    IfStatement: ({ test, consequent, alternate }) => {
      const last = consequent.type === 'BlockStatement' ? consequent.body.at(-1) : consequent
      if (alternate !== null || last === undefined || !LEAVES.has(last.type)) return
      const { start, end } = test
      found.push({ file, start, end, line: text.slice(0, start).split('\n').length, condition: text.slice(start, end) })
    },
  }).visit(parseSync(file, text).program)
  return found.sort((one, other) => one.start - other.start)
}

/** The text of the guard's file with its condition always false. */
export function withoutGuard(text: string, { start, end, condition }: Guard): string {
  if (text.slice(start, end) !== condition) throw new Error(`The file has changed: no longer there is ${condition}`)
  return `${text.slice(0, start)}false && (${condition})${text.slice(end)}`
}
