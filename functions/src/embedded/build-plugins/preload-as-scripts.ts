import type { Plugin } from 'vite'

/**
 * The page's own files are preloaded as scripts, not as modules. Chromium (seen in 156) compiles a module that it
 * fetches in the background anew at each start and leaves its stored compiled code of 1.4 MB unused; for a preload it
 * takes that code. That is a sixth of all the work until the list of forms stands.
 */
export function preloadAsScripts(): Plugin {
  return {
    name: 'relevo:preload-as-scripts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const preloaded = html
          .replaceAll('<link rel="modulepreload"', '<link rel="preload" as="script"')
          .replace(
            /<script type="module" crossorigin src="([^"]+)"><\/script>/,
            '<link rel="preload" as="script" crossorigin href="$1">\n    $&',
          )
        if (preloaded.split('as="script"').length < 2) throw new Error('Nothing of the page is preloaded as a script')
        return preloaded
      },
    },
  }
}
