import type { Plugin } from 'vite'

/**
 * The schemas say in words what each field is, for whoever reads them and for the API's description. In a browser each of these words would make a copy of its
 * schema at every start, four hundred of them, and nobody could read them there.
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
