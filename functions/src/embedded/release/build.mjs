/** `npm run artefact [-- FOLDER]`: builds the archive of a release, in `artefacts` by default. */
import { join, resolve } from 'node:path'
import { ensureBuilt } from '../build-app.mjs'
import { DIST, ROOT } from '../program-files.mjs'
import { buildArchive } from './build-archive.mjs'

const MB = 1024 * 1024
const MAX_ARCHIVE_BYTES = 40 * MB

if (!(await ensureBuilt(process.execPath))) throw new Error('The app could not be built.')
const { archive, bytes } = buildArchive({ target: resolve(process.argv[2] ?? join(ROOT, 'artefacts')), dist: DIST })
process.stdout.write(`${archive}: ${(bytes / MB).toFixed(1)} MB\n`)
if (bytes > MAX_ARCHIVE_BYTES) {
  process.stderr.write(`The archive is larger than ${MAX_ARCHIVE_BYTES / MB} MB.\n`)
  process.exitCode = 1
}
