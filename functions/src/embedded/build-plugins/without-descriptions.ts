import type { Plugin } from 'vite'

/**
 * Without this plugin, each start would copy four hundred schemas. Saves 4.1 KB on the public page and 1.5 KB on the
 * answering screen. Removes the descriptions of schema fields, which only developers and the API description need.
 */
export function descriptionRemovalPlugin(): Plugin {
  // Matches `.describe()` with a string literal or a constant.
  const description = /\.describe\(\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`[^`]*`|[A-Z][A-Z_]*\.\w+)\s*,?\s*\)/g
  return {
    name: 'relevo:without-descriptions',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!/[\\/]src[\\/]domain[\\/].*\.ts$/.test(id) || !code.includes('.describe(')) return null
      const short = code.replace(description, '')
      if (short.includes('.describe('))
        throw new Error(`${id} describes a schema in another way than this plugin knows`)
      return { code: short, map: null }
    },
  }
}
