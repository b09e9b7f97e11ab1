import type { Plugin } from 'vite'

/** Zod's JSON Schema generator: only the server uses it, to describe its API. */
const DESCRIBERS = /\/zod\/v4\/core\/(?:json-schema-processors|to-json-schema)\.js$/
/** Zod's error messages: the app uses problem codes. */
const SENTENCES = /\/zod\/v4\/locales\/en\.js$/
/** Zod's configuration, set here before any schema is created: code in a page might run after its schemas. */
const CONFIG = /\/zod\/v4\/core\/core\.js$/
const EMPTY_CONFIG = '__zod_globalConfig = {}'
const EXPORTED = /^export (?:const|function) (\w+)|^export \{ \w+ as (\w+) \}/gm

/**
 * Without it, the browser would report zod's forbidden eval; saves 6.8 KB of answering and of the public page.
 * Removes the parts of zod that no page calls; the first test of the build reports a call to them. Prevents zod from
 * trying eval, which our content security policy forbids; the server still compiles its schemas and stays fast.
 */
export function leanZod(): Plugin {
  return {
    name: 'relevo:lean-zod',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      const short = leanModule(id, code)
      return short === undefined ? null : { code: short, map: null }
    },
  }
}

/** @returns the replacement of a file of zod in the build; undefined: unchanged */
export function leanModule(id: string, code: string): string | undefined {
  const path = id.replaceAll('\\', '/')
  if (SENTENCES.test(path)) return 'export default () => ({})\n'
  if (CONFIG.test(path)) {
    if (!code.includes(EMPTY_CONFIG)) throw new Error(`${id} begins its settings in another way than this plugin knows`)
    return code.replace(EMPTY_CONFIG, '__zod_globalConfig = { jitless: true }')
  }
  if (!DESCRIBERS.test(path)) return undefined
  const names = [...code.matchAll(EXPORTED)].flatMap(([, own, renamed]) => own ?? renamed ?? [])
  if (names.length === 0) throw new Error(`${id} exports its parts in another way than this plugin knows`)
  return `const none = () => undefined\nexport { ${names.map((name) => `none as ${name}`).join(', ')} }\n`
}

/** Mantine palettes that the theme does not use: it uses 3 of 14. */
export const UNUSED_PALETTES = [
  'red',
  'pink',
  'grape',
  'violet',
  'indigo',
  'blue',
  'cyan',
  'green',
  'lime',
  'yellow',
  'orange',
] as const

/** Without it, nothing would break; saves 2.2 KB of every page's styles. Removes the variables of unused palettes. */
export function leanPalettes() {
  const unused = new RegExp(`^--mantine-color-(?:${UNUSED_PALETTES.join('|')})-`)
  return {
    postcssPlugin: 'relevo-lean-palettes',
    Declaration(declaration: { readonly prop: string; remove(): unknown }): void {
      if (unused.test(declaration.prop)) declaration.remove()
    },
  }
}
