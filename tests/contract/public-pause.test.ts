import { describe, expect, it } from 'vitest'
import { templateIdSchema, PUBLIC_AUTHOR } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import { listOutbox, saveAnswer } from '#local/index.ts'
import { buildPlainSubmit } from '../support/builders/submit.ts'
import { buildPlainTemplate } from '../support/builders/template.ts'
import { buildDevice } from '../support/device/device.ts'
import { buildWorld, ORIGIN } from '../support/server/world.ts'

const FORM = templateIdSchema.parse('farolas')
const COUNT = 250

describe('a public device whose answers come faster than the server takes them', () => {
  it('pauses as it is asked to, loses none, sets none aside, and says so no oftener than it must', async () => {
    const world = await buildWorld()
    const form = buildPlainTemplate({ id: FORM }, { opcionales: { publico: true } })
    await world.put(keys.template(FORM), form)
    await world.put(keys.templateVersion(FORM, 1), form)
    let refused = 0
    const device = buildDevice(
      async (path, init) => {
        const headers = new Headers(init.headers)
        headers.set('origin', ORIGIN)
        const response = await world.app.request(`${ORIGIN}${path}`, { ...init, headers })
        if (response.status === 429) refused += 1
        return response
      },
      { account: PUBLIC_AUTHOR },
    )
    for (let seed = 1; seed <= COUNT; seed += 1) {
      const mutation = buildPlainSubmit(seed, `farola ${seed}`, { author: PUBLIC_AUTHOR, template: FORM })
      expect(await saveAnswer(device.local, { mutation, files: [] })).toEqual({ ok: true, value: undefined })
    }
    const began = device.clock.now
    let left = COUNT
    for (let runs = 0; left > 0 && runs < 40; runs += 1) {
      const outcome = await device.run()
      const outbox = await listOutbox(device.local)
      left = outbox.length
      expect(outbox.filter(({ state }) => state.kind !== 'waiting')).toEqual([])
      const wait = 'next' in outcome ? (outcome.next ?? 0) : 0
      device.clock.now += wait
      world.clock.now += wait
    }
    expect([left, await world.store.count({ collection: 'respuestas_formularios' })]).toEqual([0, COUNT])
    // Two batches had to wait, ten seconds for each answer before them.
    expect(device.clock.now - began).toBeLessThan(COUNT * 10_000 * 1.2)
    expect(refused).toBeGreaterThan(1)
    expect(refused).toBeLessThan(12)
    expect(world.log).toEqual([])
  })
})
