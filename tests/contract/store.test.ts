import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { openMemoryStore } from '#tests/support/memory/index.ts'
import { openSqliteStore } from '#embedded/sqlite/store.ts'
import { storeContract } from './store.contract.ts'

const folder = mkdtempSync(join(tmpdir(), 'relevo-store-'))
let files = 0
afterAll(() => rmSync(folder, { recursive: true, force: true }))

storeContract('memory', openMemoryStore)
storeContract('SQLite in memory', () => openSqliteStore(':memory:'))
storeContract('SQLite in a file', () => openSqliteStore(join(folder, `${(files += 1)}.sqlite`)))
