import type { Plugin } from 'vite'

/** Everybody's words, and those of the room that answers forms, with its part for the public. */
const WORDS = /\/locales\/(?:answering\/(?:public\/)?)?(\w+)\.po$/

/**
 * The public's page names the words of each language (`data-words`); the server leaves those of its reader: they load
 * with the script, not after it. Its styles come after what the server writes of the form, drawn without them.
 */
export function preloadWords(): Plugin {
  return {
    name: 'relevo:preload-words',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const links = Object.values(bundle).flatMap((output) => {
          const ids = output.type === 'chunk' ? output.moduleIds : []
          const language = ids.map((id) => WORDS.exec(id.replaceAll('\\', '/'))?.[1]).find((one) => one !== undefined)
          return language === undefined
            ? []
            : [`<link rel="preload" as="script" crossorigin href="/${output.fileName}" data-words="${language}">\n    `]
        })
        if (links.length < 2) throw new Error('The words of the public are in no file of their own')
        const styles: string[] = []
        return html
          .replaceAll(/<link rel="stylesheet"[^>]*>\s*/g, (link) => {
            styles.push(link.trim())
            return ''
          })
          .replace('</head>', () => `  ${links.join('')}</head>`)
          .replace('</body>', () => `  ${styles.join('\n    ')}\n  </body>`)
      },
    },
  }
}
