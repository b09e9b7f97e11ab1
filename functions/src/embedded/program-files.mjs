/**
 * Paths of the program's own files in the source tree. In an archive, `release/archived-files.mjs` replaces this
 * module. Plain JavaScript for any Node from 20.
 */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
export const DIST = join(ROOT, 'dist')
/** Module of the thread that renders PDFs. */
export const PDF_THREAD = new URL('./pdfs/pdf-thread.ts', import.meta.url)
/** Folder with the photos of the demonstration. */
export const DEMO_PHOTOS = new URL('./demo/photos/', import.meta.url)

const { resolve } = createRequire(import.meta.url)

/** @param file such as `noto-sans-latin-400-normal.woff` or `noto-sans-jp-1-400-normal.woff` */
export function fontPath(file) {
  const [family] = /^noto-sans(?:-jp)?/.exec(file) ?? []
  return resolve(`@fontsource/${family}/files/${file}`)
}

/** Command line of a command for administrators. @param args as one text */
export function commandLine(name, args = '') {
  return args === '' ? `npm run ${name}` : `npm run ${name} -- ${args}`
}
