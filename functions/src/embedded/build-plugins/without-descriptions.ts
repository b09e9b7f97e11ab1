import type { Plugin } from 'vite'

/**
 * The schemas describe each field, for readers and for the API's description. In a browser each of these four hundred
 * texts would copy its schema at every start, and no one could read them there.
 */
export function withoutDescriptions(): Plugin {
  // A text, or a constant's.
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
