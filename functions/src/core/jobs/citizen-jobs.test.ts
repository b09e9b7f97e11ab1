import fc from 'fast-check'
import { expect, it } from 'vitest'
import { findOpenRequest, formatRequestMessage, computeRequestStatus } from '#domain/corrections/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import { citizenSchema } from '#domain/citizens/index.ts'
import { citizenIdSchema, toInstant } from '#domain/kernel/index.ts'
import { createMutationUnit } from '#domain/answers/judge/index.ts'
import { withJobs } from '#domain/jobs/judge/index.ts'
import { keys } from '#domain/store/index.ts'
import type { Mutation } from '#domain/sync/index.ts'
import { buildAnsweredDesk, change, storedOn } from '#tests/support/builders/changes.ts'
import { there } from '#tests/support/there.ts'
import { buildWorld } from '#tests/support/server/world.ts'
import type { JobResult, CitizenPortal } from '../ports.ts'
import { DEFAULT_TUNING } from '../tuning.ts'
import { findSupportedJobs } from './handlers.ts'
import { runDueJobs } from './run-due.ts'
import { permitOf } from '#tests/support/builders/permits.ts'

/** Whatever users do, and however the portal fails: each message is sent once, and the portal gets the final state. */
const CITIZEN = citizenIdSchema.parse('c1')
const RECORD = 'mg-1'
const stored = storedOn(buildAnsweredDesk())
const key = keys.answer(stored.id)
const none = { comment: '', answers: [], images: [], documents: [], sections: [] }

/**
 * The portal according to the contract: it accepts each key once. `weather` is the outcome of a call; a lost call was
 * performed.
 */
function portalOf(weather: { next: 'well' | 'down' | 'lost' }) {
  const messages = new Map<string, string>()
  const states = new Map<string, string>()
  let state = ''
  const carry = async (known: Map<string, string>, name: string, value: string): Promise<JobResult> => {
    if (weather.next === 'down') return { ok: false, problem: { code: 'network.unreachable' } }
    if (!known.has(name)) {
      known.set(name, value)
      if (known === states) state = value
    }
    if (weather.next === 'lost') return { ok: false, problem: { code: 'network.unreachable' } }
    return { ok: true, value: { id: name } }
  }
  const portal: CitizenPortal = {
    sendExternalMessage: ({ message }, name) => carry(messages, name, message),
    updateStateCitizenPortalFormData: ({ estado }, name) => carry(states, name, estado),
  }
  return { portal, messages, state: () => state }
}

const step = fc.oneof(
  fc.record({ kind: fc.constant('ask' as const), at: fc.constantFrom('0/0', '0/1') }),
  fc.record({ kind: fc.constantFrom('end' as const, 'revise' as const) }),
  fc.record({
    kind: fc.constant('run' as const),
    weather: fc.constantFrom('well' as const, 'down' as const, 'lost' as const),
  }),
)

it('each message goes out once, and the portal ends up with what holds', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
      const weather: { next: 'well' | 'down' | 'lost' } = { next: 'well' }
      const { portal, messages, state } = portalOf(weather)
      const connectors = { citizenPortal: portal, revisionPage: () => 'https://forms.example.org/ciudadano/revision/x' }
      const world = await buildWorld({}, undefined, connectors)
      await world.put(key, {
        ...stored,
        opcionales: { ...stored.opcionales, citizenAssociationFromCitizenPortal: true, incidentes: true },
        datosCiudadano: citizenSchema.parse({ id: CITIZEN, nombre: 'Ana', apellido: 'Torres' }),
        municipioInfo: { nombre: 'Villa Serena', idMuniCore: 21 },
        muniCore: { idIncidente: 'inc-1' },
        portalCiudadanoData: { idRespuestaMG: RECORD },
      })
      const answer = async (): Promise<Answer> => there(await world.store.get(key))
      const now = () => toInstant(world.clock.now)
      const commit = (mutation: Mutation, citizen?: typeof CITIZEN) =>
        world.store.commit(
          withJobs(
            createMutationUnit(
              mutation,
              { author: mutation.author, ...(citizen === undefined ? {} : { permits: [permitOf(citizen, mutation)] }) },
              now(),
            ),
            findSupportedJobs(connectors),
            now(),
          ),
        )
      const asked: string[] = []
      let number = 0
      for (const one of steps) {
        world.clock.now += 60_000
        const before = await answer()
        switch (one.kind) {
          case 'ask': {
            const mutation = change('answer.requestChanges', {
              ...none,
              comment: `por favor ${++number}`,
              answers: [one.at],
            })
            // Sent twice, like a device that did not get the first reply.
            await commit(mutation)
            await commit(mutation)
            const after = await answer()
            asked.push(formatRequestMessage(after, there(findOpenRequest(after))))
            break
          }
          case 'end': {
            const ends = {
              requests: before.requestsForChanges.length,
              revised: computeRequestStatus(before) === 'correct',
            }
            if (ends.requests > 0) await commit(change('answer.requestChanges', { ...none, ends }))
            break
          }
          case 'revise':
            await commit(
              change('answer.revise', { correction: { values: [], conditions: [], rows: [] } }, 'public'),
              CITIZEN,
            )
            break
          case 'run':
            weather.next = one.weather
            await runDueJobs(world.ports, world.clock.now, DEFAULT_TUNING)
        }
      }
      weather.next = 'well'
      for (let round = 0; round < 3; round += 1) {
        world.clock.now += 24 * 60 * 60_000
        await runDueJobs(world.ports, world.clock.now, DEFAULT_TUNING)
      }
      const sent = [...messages.values()]
      expect(new Set(sent).size).toBe(sent.length)
      for (const message of sent) expect(asked).toContain(message)
      const last = await answer()
      const open = findOpenRequest(last)
      if (open !== undefined) {
        expect(sent).toContain(formatRequestMessage(last, open))
        expect(open.messageSent).toBe(true)
      }
      if (asked.length > 0) expect(state()).toBe(open === undefined ? 'Completado' : 'Subsanar')
    }),
    { numRuns: 60 },
  )
})

it('a call that arrives late, after another job has said what holds, is followed by what holds', async () => {
  const arrived: string[] = []
  const [called, hanging] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const portal: CitizenPortal = {
    sendExternalMessage: async () => ({ ok: true, value: { id: '' } }),
    updateStateCitizenPortalFormData: async ({ estado }, name) => {
      // The first call hangs.
      if (estado === 'Subsanar') {
        called.resolve()
        await hanging.promise
      }
      if (!arrived.includes(name)) arrived.push(name)
      return { ok: true, value: { id: name } }
    },
  }
  const connectors = { citizenPortal: portal, revisionPage: () => 'https://forms.example.org/ciudadano/revision/x' }
  const world = await buildWorld({}, undefined, connectors)
  await world.put(key, {
    ...stored,
    opcionales: { ...stored.opcionales, citizenAssociationFromCitizenPortal: true, incidentes: true },
    muniCore: { idIncidente: 'inc-1' },
    datosCiudadano: citizenSchema.parse({ id: CITIZEN, nombre: 'Ana', apellido: 'Torres' }),
    municipioInfo: { nombre: 'Villa Serena', idMuniCore: 21 },
    portalCiudadanoData: { idRespuestaMG: RECORD },
  })
  const commit = (mutation: Mutation, citizen?: typeof CITIZEN) => {
    const now = toInstant(world.clock.now)
    const permits = citizen === undefined ? {} : { permits: [permitOf(citizen, mutation)] }
    const caller = { author: mutation.author, ...permits }
    return world.store.commit(withJobs(createMutationUnit(mutation, caller, now), findSupportedJobs(connectors), now))
  }
  await commit(change('answer.requestChanges', { ...none, comment: 'por favor', answers: ['0/0'] }))
  const first = runDueJobs(world.ports, world.clock.now, DEFAULT_TUNING)
  await called.promise
  world.clock.now += 1_000
  await commit(change('answer.revise', { correction: { values: [], conditions: [], rows: [] } }, 'public'), CITIZEN)
  await runDueJobs(world.ports, world.clock.now, DEFAULT_TUNING)
  expect(arrived.map((name) => name.split('~').at(-1))).toEqual(['Completado'])
  hanging.resolve()
  await first
  expect(arrived.map((name) => name.split('~').at(-1))).toEqual(['Completado', 'Subsanar', 'Completado'])
  expect(await world.store.count({ collection: 'jobs', where: { kind: 'citizen.state' } })).toBe(0)
})
