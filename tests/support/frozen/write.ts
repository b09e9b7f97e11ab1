import { existsSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { readFrozen, writeFrozen } from './frozen.ts'
import { FROZEN } from './shapes.ts'

// `npm run freeze`: rewrites the shapes of current versions. Released ones stay; only the server's replies may grow.
for (const { file, shapes } of FROZEN) {
  const today = shapes()
  const { released, told: _told, ...kept } = existsSync(file) ? readFrozen(file) : { released: false, told: {} }
  const { told: _today, ...changed } = today
  if (released && !isDeepStrictEqual(kept, changed)) {
    process.stderr.write(
      `${file} is released and differs: raise its version, give it a step from the old one, and freeze again.\n`,
    )
    process.exitCode = 1
  } else writeFrozen(file, released, today)
}
