import type { Plugin } from 'vite'

/** Modules that jsPDF loads to render web pages and SVG, unused here. */
const UNUSED: readonly string[] = ['html2canvas', 'dompurify', 'canvg']
const NOTHING = '\0relevo:unused-of-jspdf'

/**
 * Without it, nothing would break; saves 107 KB that every device would cache.
 * Removes these modules from the build.
 */
export function pdfsOfText(): Plugin {
  return {
    name: 'relevo:pdfs-of-text',
    enforce: 'pre',
    resolveId: (id) => (UNUSED.includes(id) ? NOTHING : null),
    load: (id) => (id === NOTHING ? 'export default undefined' : null),
  }
}
