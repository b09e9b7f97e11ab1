import type { Plugin } from 'vite'

/** Translations that the public page needs: the shared ones, and those of `answering` and `answering/public`. */
const PUBLIC_CATALOGUE = /\/locales\/(?:answering\/(?:public\/)?)?(\w+)\.po$/
/** Name of the chunk that every page renders with (`codeSplitting` in `vite.config.ts`). */
const BASE = 'base'
const ENTRY_SCRIPT = /<script type="module" crossorigin src="([^"]+)"><\/script>/

/**
 * Without this plugin, the form drawn by the server would be hidden until styles and scripts are loaded. Saves no
 * bytes.
 * Moves the public page's styles after the drawn form, which does not need them. `public/publico.js` starts the app
 * after the first frame. The page preloads the translations of all languages (`data-words`); the server removes all but
 * the reader's, so that they load with the script instead of after it.
 */
export function publicPagePlugin(): Plugin {
  return {
    name: 'relevo:public-page',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const links = Object.values(bundle).flatMap((output) => {
          const ids = output.type === 'chunk' ? output.moduleIds : []
          const language = ids
            .map((id) => PUBLIC_CATALOGUE.exec(id.replaceAll('\\', '/'))?.[1])
            .find((item) => item !== undefined)
          return language === undefined ? [] : [`${buildPreloadTag(output.fileName)} data-words="${language}">`]
        })
        if (links.length < 2) throw new Error('The words of the public are in no file of their own')
        const base = Object.values(bundle).find(({ name }) => name === BASE)?.fileName
        if (base === undefined || !ENTRY_SCRIPT.test(html))
          throw new Error('The page of the public starts in another way than this plugin knows')
        const styles: string[] = []
        return html
          .replace(
            ENTRY_SCRIPT,
            (_, start: string) =>
              `${buildPreloadTag(start.slice(1))}>\n    <script defer src="/publico.js" data-base="/${base}" data-start="${start}"></script>`,
          )
          .replaceAll(/<link rel="stylesheet"[^>]*>\s*/g, (link) => {
            styles.push(link.trim())
            return ''
          })
          .replace('</head>', () => `  ${links.join('\n    ')}\n  </head>`)
          .replace('</body>', () => `  ${styles.join('\n    ')}\n  </body>`)
      },
    },
  }
}

function buildPreloadTag(file: string): string {
  return `<link rel="preload" as="script" crossorigin href="/${file}"`
}
