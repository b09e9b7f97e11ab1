import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openMemoryFiles } from '#tests/support/memory/index.ts'
import { openDiskFiles } from '#embedded/disk/files.ts'
import { filesContract } from './files.contract.ts'

let folder = ''

filesContract('memory', openMemoryFiles)
filesContract(
  'disk',
  (clock) => {
    folder = mkdtempSync(join(tmpdir(), 'relevo-files-'))
    return openDiskFiles(folder, clock)
  },
  () => rmSync(folder, { recursive: true, force: true }),
)
