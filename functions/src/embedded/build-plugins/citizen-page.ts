import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'

/**
 * Without this plugin, links to citizens would have no page. Saves a second copy of `publico.html` in the sources.
 * Builds the public page with another entry, not indexed by search engines.
 * @param from path of the public page's file @param to path of the new page
 */
export function citizenPagePlugin(from: string, to: string): Plugin {
  return {
    name: 'relevo:citizen-page',
    apply: 'build',
    resolveId: (id) => (id === to ? to : null),
    async load(id) {
      return id === to ? buildCitizenHtml(await readFile(from, 'utf8')) : null
    },
  }
}

export function buildCitizenHtml(publico: string): string {
  const page = publico
    .replace('src="/publico/main.tsx"', 'src="/ciudadano/main.tsx"')
    .replace('<title>', '<meta name="robots" content="noindex" />\n    <title>')
  if (!page.includes('/ciudadano/main.tsx') || !page.includes('noindex'))
    throw new Error('The page of the public begins in another way than this plugin knows')
  return page
}
