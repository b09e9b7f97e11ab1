import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createScryptHasher } from '#core/index.ts'
import { keys, set, unitForKeys } from '#domain/store/index.ts'
import { answerOf } from '#tests/support/device/pages.ts'
import { runHere } from '#tests/support/server/filled-folder.ts'
import { startServer, type RunningServer } from '../server.ts'

const passwords = createScryptHasher({ cost: 4, blockSize: 8, parallelization: 1 })
const PERSON = ['--number', '30.123.456', '--by', 'ana@example.org']
let data: string
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'relevo-person-'))
})
afterEach(() => rmSync(data, { recursive: true, force: true }))

function start(): Promise<RunningServer> {
  const options = { port: 0, host: '127.0.0.1', dataDir: data, firstStart: 'administrator', passwords } as const
  return startServer({ ...options, adminEmail: 'ana@example.org' })
}

it('finds, exports and erases a person with the server stopped, and a restored database does not bring the answer back', async () => {
  const server = await start()
  const citizen = { nombre: 'Rosa', apellido: 'Quispe', dni: '30123456', cuit: '', email: '', telefono: '', calle: '' }
  const answer = { ...answerOf(1), datosCiudadano: { ...citizen, tipo: 'fisica' as const } }
  await server.ports.store.commit(unitForKeys([], () => ({ result: 0, writes: [set(keys.answer(answer.id), answer)] })))
  const run = (...args: string[]) => runHere('person', args, { DATA_DIR: data })
  expect((await run('find', ...PERSON)).said).toContain('Stop it first')
  await server.close(0)

  expect((await run('find', '--number', '30.123.456')).code).toBe(2)
  expect((await run('find', '--number', '30.123.456', '--by', 'nobody@example.org')).said).toContain(
    'is not an active administrator',
  )
  expect((await run('find', ...PERSON)).said).toMatch(new RegExp(`${answer.id}\tanswer\tcitizen.*\n1 records`, 's'))

  const folder = join(data, 'for-rosa')
  expect((await run('export', ...PERSON, '--to', folder)).code).toBe(0)
  expect(readdirSync(folder).toSorted()).toEqual(['files', 'person.json', 'person.txt'])
  expect(readFileSync(join(folder, 'person.txt'), 'utf8')).toContain('Rosa · Quispe · 30123456')
  rmSync(folder, { recursive: true })

  expect((await run('erase', ...PERSON, '--reason', 'asked for')).code).toBe(2)
  const erased = await run('erase', ...PERSON, '--reason', 'asked for', '--confirm', 'ERASE')
  expect([erased.code, erased.said]).toEqual([0, expect.stringContaining('1 records erased')])
  expect(readFileSync(join(data, 'ended'), 'utf8')).toContain(answer.id)

  const again = await start()
  const { store } = again.ports
  expect(await store.get(keys.answer(answer.id))).toBeUndefined()
  const entries = await store.query({ collection: 'audit', limit: 20 })
  expect(entries.map(({ document }) => document).filter(({ action }) => action === 'person.erased')).toEqual([
    expect.objectContaining({ username: 'admin', from: 'person', target: `respuestas_formularios/${answer.id}` }),
  ])
  // Like a database from before the erasure.
  await store.commit(
    unitForKeys([], () => ({
      result: 0,
      writes: [set(keys.answer(answer.id), answer), { kind: 'delete', key: keys.erased(answer.id) }],
    })),
  )
  await again.close(0)
  const restored = await start()
  expect(await restored.ports.store.get(keys.answer(answer.id))).toBeUndefined()
  await restored.close(0)
}, 30_000)
