import type { Plugin } from 'vite'

/** What makes JSON Schema of a schema: the server describes its API with it, a browser never does. */
const DESCRIBERS = /\/zod\/v4\/core\/(?:json-schema-processors|to-json-schema)\.js$/
/** Sentences about what is wrong with a value: the app speaks by problem codes. */
const SENTENCES = /\/zod\/v4\/locales\/en\.js$/
/** Set before any schema is made: wherever a page itself sets it, the bundler may put schemas first. */
const CONFIG = /\/zod\/v4\/core\/core\.js$/
const EMPTY_CONFIG = '__zod_globalConfig = {}'
const EXPORTED = /^export (?:const|function) (\w+)|^export \{ \w+ as (\w+) \}/gm

/**
 * Leaves out of the build what of zod no page calls, six thousand compressed bytes; the first test of the build says
 * when one does. Keeps zod from trying eval, which our content security policy forbids and the browser would report;
 * the server compiles its schemas and stays fast.
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

/** @returns what stands for a file of zod in the build; undefined: it stays */
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

/** The theme has three of Mantine's 14 palettes; the others are a sixth of the styles that every page begins with. */
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

/** Leaves the variables of palettes that nothing uses out of the styles. */
export function leanPalettes() {
  const unused = new RegExp(`^--mantine-color-(?:${UNUSED_PALETTES.join('|')})-`)
  return {
    postcssPlugin: 'relevo-lean-palettes',
    Declaration(declaration: { readonly prop: string; remove(): unknown }): void {
      if (unused.test(declaration.prop)) declaration.remove()
    },
  }
}
