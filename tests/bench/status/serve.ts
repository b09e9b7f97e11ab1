import { createAdaptorServer } from '@hono/node-server'
import { DEFAULT_TUNING } from '../../../functions/src/core/tuning.ts'
import { openSqliteStore } from '../../../functions/src/embedded/sqlite/store.ts'
import type { Answer } from '../../../src/domain/answers/index.ts'
import { generateAnswerId, type AnswerId } from '../../../src/domain/kernel/index.ts'
import { keys, set, type Write } from '../../../src/domain/store/index.ts'
import { answerFrom } from '../../support/server/answers.ts'
import { buildWorld } from '../../support/server/world.ts'

/*
 * `node serve.ts FILE open|limited`: a server with 20,000 answers with public status. Prints READY, its port, and the
 * cookie of a staff user.
 */
const [file = '', limits = ''] = process.argv.slice(2)
const ANSWERS = 20_000
const STEP = 1_000
const MANY = 1_000_000
const open = { statusBurst: MANY, statusBurstPerForm: MANY, statusBurstInTotal: MANY }
const STATES = { disponibles: [{ id: 0, nombre: 'Recibido', transiciones: [] }], actual: 0, inicial: 0, history: [] }

const world = await buildWorld(
  {
    checkReplies: false,
    // Gives each request another network address, so that only the work and the total limits are measured.
    addressOf: (request) => request.headers.get('x-bench-address') ?? '192.0.2.1',
    tuning: { ...DEFAULT_TUNING, ...(limits === 'open' ? open : {}) },
  },
  openSqliteStore(file),
)
const id = (await answerFrom(world, 'ines', 1)) as AnswerId
const one = (await world.store.get(keys.answer(id))) as Answer
for (let from = 0; from < ANSWERS; from += STEP) {
  const writes = Array.from({ length: STEP }, (_, at): Write => {
    const bytes = new Uint8Array(16)
    new DataView(bytes.buffer).setUint32(0, ((from + at) * 2_654_435_761) >>> 0)
    new DataView(bytes.buffer).setUint32(12, from + at)
    const other = generateAnswerId(bytes)
    const facts = { id: other, electronicSignature: other, codigoMunicipio: `PUB${from + at}`, estados: STATES }
    return set(keys.answer(other), { ...one, ...facts, opcionales: { ...one.opcionales, publico: true } } as Answer)
  })
  await world.store.commit({ keysFor: () => [], decide: () => ({ result: true, writes }) })
}
await world.store.following?.catchUp()
const cookie = await world.signIn('sofia')
setInterval(() => (world.clock.now = Date.now()), 5)
world.clock.now = Date.now()
const server = createAdaptorServer({ fetch: (request: Request) => world.app.fetch(request) })
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.stderr.write(`cookie ${cookie}\n`)
  process.stdout.write(`READY ${typeof address === 'object' ? address?.port : ''}\n`)
})
