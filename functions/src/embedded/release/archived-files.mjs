/** Paths of the program's own files in an archive; replaces `program-files.mjs` there. */
import { fileURLToPath } from 'node:url'

// Every bundled module is in the archive's folder `lib`.
const HOME = new URL('../', import.meta.url)
export const ROOT = fileURLToPath(HOME)
export const DIST = fileURLToPath(new URL('dist', HOME))
export const PDF_THREAD = new URL('lib/pdf-thread.mjs', HOME)
export const DEMO_PHOTOS = new URL('photos/', HOME)

/** @param file such as `noto-sans-latin-400-normal.woff` */
export function fontPath(file) {
  return fileURLToPath(new URL(`fonts/${file}`, HOME))
}

export const START_LINE = `node ${ROOT}server.mjs`

export function commandLine(name, args = '') {
  return `node ${ROOT}command.mjs ${name} ${args}`.trimEnd()
}
