/** Paths of the program's own files in an archive; replaces `program-files.mjs` there. */
import { basename } from 'node:path'
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

/**
 * Command line of a command for administrators. Uses the link `relevo` if the command was called by this link, because
 * the link stays valid after an upgrade.
 */
export function commandLine(name, args = '') {
  const program = basename(process.argv[1] ?? '') === 'relevo' ? 'relevo' : `node ${ROOT}command.mjs`
  return `${program} ${name} ${args}`.trimEnd()
}
