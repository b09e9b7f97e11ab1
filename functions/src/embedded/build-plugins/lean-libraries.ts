import type { Plugin } from 'vite'

/** Zod's JSON Schema generator. Only the server uses it, to describe the API. */
const JSON_SCHEMA_MODULES = /\/zod\/v4\/core\/(?:json-schema-processors|to-json-schema)\.js$/
/** Zod's English error messages. The app has its own texts, by problem code. */
const LOCALE_MODULE = /\/zod\/v4\/locales\/en\.js$/
/** Zod's configuration, changed in zod's own file: code of a page might run after its schemas are created. */
const CONFIG = /\/zod\/v4\/core\/core\.js$/
const EMPTY_CONFIG = '__zod_globalConfig = {}'
const EXPORTED = /^export (?:const|function) (\w+)|^export \{ \w+ as (\w+) \}/gm

/**
 * Without this plugin, browsers would report a CSP violation by zod. Saves 6.8 KB on the answering screen and on the
 * public page. Removes the parts of zod that no page calls; calling them would return undefined. Prevents zod in the
 * browser from trying eval, which our content security policy forbids. The server's zod is unchanged and stays fast.
 */
export function removeUnusedZodPlugin(): Plugin {
  return {
    name: 'relevo:lean-zod',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      const short = replaceZodModule(id, code)
      return short === undefined ? null : { code: short, map: null }
    },
  }
}

/** @returns the new code for a file of zod; undefined: unchanged */
export function replaceZodModule(id: string, code: string): string | undefined {
  const path = id.replaceAll('\\', '/')
  if (LOCALE_MODULE.test(path)) return 'export default () => ({})\n'
  if (CONFIG.test(path)) {
    if (!code.includes(EMPTY_CONFIG)) throw new Error(`${id} begins its settings in another way than this plugin knows`)
    return code.replace(EMPTY_CONFIG, '__zod_globalConfig = { jitless: true }')
  }
  if (!JSON_SCHEMA_MODULES.test(path)) return undefined
  const names = [...code.matchAll(EXPORTED)].flatMap(([, own, renamed]) => own ?? renamed ?? [])
  if (names.length === 0) throw new Error(`${id} exports its parts in another way than this plugin knows`)
  return `const none = () => undefined\nexport { ${names.map((name) => `none as ${name}`).join(', ')} }\n`
}

/** Mantine palettes that the theme does not use. It uses 3 of the 14. */
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

/** Removes the CSS variables of unused palettes. Saves 2.2 KB of every page's styles; nothing depends on it. */
export function removeUnusedPalettesPlugin() {
  const unused = new RegExp(`^--mantine-color-(?:${UNUSED_PALETTES.join('|')})-`)
  return {
    postcssPlugin: 'relevo-lean-palettes',
    Declaration(declaration: { readonly prop: string; remove(): unknown }): void {
      if (unused.test(declaration.prop)) declaration.remove()
    },
  }
}
