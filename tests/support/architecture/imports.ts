import { posix } from 'node:path'
import { parseSync, Visitor } from 'vite'
import { HOUSE } from './house-plan.ts'

export type Import = {
  /** as written */
  readonly specifier: string
  /** path of the imported file of this project, if any */
  readonly file: string | null
  /** the imported npm package or `node:` module, if any */
  readonly package: string | null
  /** removed when types are stripped */
  readonly typeOnly: boolean
  /** loaded on demand, not before the importing file runs */
  readonly lazy: boolean
  /** imported only for its side effects */
  readonly effect: boolean
}

const TYPE_ONLY = /^(import|export)\s+type\b/
const CODE = /\.(ts|tsx|mjs)$/

/** @returns all imports and re-exports of a file: static, lazy, of types and of workers' URLs */
export function importsOf(path: string, text: string): readonly Import[] {
  if (!CODE.test(path)) return []
  const { module, program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message ?? ''}`)
  const found: Import[] = []
  const add = (specifier: string, typeOnly: boolean, lazy: boolean, effect = false): void => {
    found.push({ specifier, ...resolve(path, specifier), typeOnly, lazy, effect })
  }
  for (const { start, end, moduleRequest, entries } of module.staticImports) {
    add(moduleRequest.value, TYPE_ONLY.test(text.slice(start, end)), false, entries.length === 0)
  }
  for (const { start, end, entries } of module.staticExports) {
    const from = entries[0]?.moduleRequest
    if (from) add(from.value, TYPE_ONLY.test(text.slice(start, end)), false)
  }
  new Visitor({
    ImportExpression: ({ source }) => {
      if (source.type === 'Literal' && typeof source.value === 'string') add(source.value, false, true)
    },
    TSImportType: ({ source }) => add(source.value, true, true),
    NewExpression: ({ callee, arguments: [address, base] }) => {
      if (callee.type !== 'Identifier' || callee.name !== 'URL' || base?.type !== 'MemberExpression') return
      if (address?.type !== 'Literal' || typeof address.value !== 'string') return
      // The URL of a folder or data file is not an import.
      if (CODE.test(address.value)) add(/^[./]/.test(address.value) ? address.value : `./${address.value}`, false, true)
    },
  }).visit(program)
  return found
}

function resolve(from: string, specifier: string): Pick<Import, 'file' | 'package'> {
  const bare = specifier.replace(/\?.*$/, '')
  if (bare.startsWith('.')) return { file: posix.join(posix.dirname(from), bare), package: null }
  if (bare.startsWith('/')) return { file: bare.slice(1), package: null }
  if (bare.startsWith('#')) {
    const room = Object.values(HOUSE).find(({ alias }) => alias !== null && bare.startsWith(`${alias}/`))
    return { file: room ? `${room.folder}${bare.slice(room.alias?.length)}` : bare, package: null }
  }
  if (bare.startsWith('node:')) return { file: null, package: bare }
  const parts = bare.split('/')
  return { file: null, package: bare.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? bare) }
}
