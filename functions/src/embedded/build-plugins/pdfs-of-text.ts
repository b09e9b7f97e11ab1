import type { Plugin } from 'vite'

/** What jsPDF loads to draw web pages and SVG, unused here: 150 KB, compressed, that every device would keep. */
const UNUSED: readonly string[] = ['html2canvas', 'dompurify', 'canvg']
const NOTHING = '\0relevo:unused-of-jspdf'

/** Leaves them out of the build. */
export function pdfsOfText(): Plugin {
  return {
    name: 'relevo:pdfs-of-text',
    enforce: 'pre',
    resolveId: (id) => (UNUSED.includes(id) ? NOTHING : null),
    load: (id) => (id === NOTHING ? 'export default undefined' : null),
  }
}
