import { expect, it } from 'vitest'
import { keys } from '#domain/store/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import type { AnswerId } from '#domain/kernel/index.ts'
import { answerFrom } from '#tests/support/server/answers.ts'
import { there } from '#tests/support/there.ts'
import { buildWorld, type World } from '#tests/support/server/world.ts'
import { openSqliteStore } from './sqlite/store.ts'

/** `STATUS_TIMES=10000` gives the published figure; the usual run detects what is measurable over a network. */
const TIMES = Number(process.env['STATUS_TIMES'] ?? 1_500)
const WARM = 200

const PUBLIC = { publico: true }
const STATES = { disponibles: [{ id: 0, nombre: 'Recibido', transiciones: [] }], actual: 0, inicial: 0, history: [] }
let turn = 0

async function look(world: World, code: string): Promise<number> {
  const began = performance.now()
  await world.ask('POST', '/publico/consultar-estado', { body: `code=${code}` })
  return performance.now() - began
}
const quantile = (times: readonly number[], part: number): number =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length * part)] ?? NaN

it('takes as long for a code that is known, one of a private form, and one that no one was given', async () => {
  const addressOf = (): string => `${10 + ((turn >> 16) & 63)}.${(turn >> 8) & 255}.${turn & 255}.1`
  const world = await buildWorld({ addressOf }, openSqliteStore(':memory:'))
  for (const [seed, codigoMunicipio, opcionales] of [
    [1, 'AAA1', PUBLIC],
    [2, 'BBB1', { publico: false }],
  ] as const) {
    const id = (await answerFrom(world, 'ines', seed)) as AnswerId
    const answer = there(await world.store.get(keys.answer(id)))
    const changed = { ...answer, codigoMunicipio, estados: STATES, opcionales: { ...answer.opcionales, ...opcionales } }
    await world.put(keys.answer(id), changed as Answer)
  }
  const codes = { known: 'AAA1', private: 'BBB1', unknown: 'CCC1' } as const
  const names = ['known', 'private', 'unknown'] as const
  const times: Record<keyof typeof codes, number[]> = { known: [], private: [], unknown: [] }
  for (; turn < WARM + TIMES; turn += 1) {
    world.clock.now += 60_000
    // The first request of a turn pays for leftovers of earlier turns, so they alternate.
    for (let at = 0; at < names.length; at += 1) {
      const name = names[(turn + at) % names.length] ?? 'unknown'
      const time = await look(world, codes[name])
      if (turn >= WARM) times[name].push(time)
    }
  }
  const [known, hidden, unknown] = [times.known, times.private, times.unknown].map((one) =>
    [0.25, 0.5, 0.75, 0.95].map((part) => Number(quantile(one, part).toFixed(3))),
  )
  if (process.env['STATUS_TIMES'] !== undefined) process.stdout.write(`${JSON.stringify({ known, hidden, unknown })}\n`)
  for (const one of [known, hidden])
    for (const at of [0, 1]) {
      const ratio = (one?.[at] ?? NaN) / (unknown?.[at] ?? NaN)
      expect(ratio).toBeGreaterThan(0.8)
      expect(ratio).toBeLessThan(1.25)
    }
})
