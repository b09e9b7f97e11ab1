import type { Plugin } from 'vite'

/** Modules that jsPDF loads to render web pages and SVG. We render neither. */
const UNUSED: readonly string[] = ['html2canvas', 'dompurify', 'canvg']
const EMPTY_MODULE = '\0relevo:unused-of-jspdf'

/**
 * Removes the modules in `UNUSED` from the build. Saves 107 KB that every device would cache; nothing depends on it.
 */
export function removeUnusedJspdfPlugin(): Plugin {
  return {
    name: 'relevo:pdfs-of-text',
    enforce: 'pre',
    resolveId: (id) => (UNUSED.includes(id) ? EMPTY_MODULE : null),
    load: (id) => (id === EMPTY_MODULE ? 'export default undefined' : null),
  }
}
