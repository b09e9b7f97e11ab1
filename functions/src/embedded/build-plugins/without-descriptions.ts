import type { Plugin } from 'vite'

/**
 * Removes the descriptions of schema fields, which are for readers and the API's description. In a browser each of
 * these four hundred calls would copy its schema at every start.
 */
export function withoutDescriptions(): Plugin {
  // A string literal or a constant.
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
