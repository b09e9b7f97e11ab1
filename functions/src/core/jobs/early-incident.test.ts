import { describe, expect, it } from 'vitest'
import { citizenSchema } from '#domain/citizens/index.ts'
import { citizenIdSchema, ok, refuse, toInstant } from '#domain/kernel/index.ts'
import { MAX_INCIDENT_WAIT_MS, withJobs } from '#domain/jobs/judge/index.ts'
import { keys, remove, set, unitForKeys } from '#domain/store/index.ts'
import { buildCitizenCheckJobId } from '#domain/jobs/index.ts'
import type { IncidentFacts } from '#domain/answers/index.ts'
import { buildMunicipality } from '#tests/support/builders/people.ts'
import { buildPlainSubmit, DEVICE } from '#tests/support/builders/submit.ts'
import { buildPlainTemplate, MUNICIPALITY } from '#tests/support/builders/template.ts'
import { buildWorld } from '#tests/support/server/world.ts'
import { there } from '#tests/support/there.ts'
import type { Connectors } from '../ports.ts'
import { createCircuitBreakers, runDueJobs, runLane } from './run-due.ts'
import { findSupportedJobs, FIRST_INCIDENT_DELAY_MS } from './handlers.ts'

const ROSA = { id: citizenIdSchema.parse('9001'), dni: '30111222', nombre: 'Rosa', apellido: 'Leiva' }
const submit = buildPlainSubmit(1)
const POINT = { latlng: { latitude: -31.41, longitude: -64.18 }, direccion: '' }

/** An answer with a typed citizen and a point without an address, and external systems that are up or down. */
async function arrived({ location = POINT }: { readonly location?: object } = {}) {
  const down = { registry: false, geocoder: false, management: false }
  const created: { readonly facts: IncidentFacts; readonly address: string | undefined }[] = []
  const connectors: Connectors = {
    tells: {
      'incident.create': async (answer, _key, facts) => {
        if (down.management) return refuse('network.unreachable')
        created.push({ facts, address: answer.ubicacion?.direccion })
        return ok({ id: 'inc-1' })
      },
    },
    citizens: {
      find: async () =>
        down.registry ? refuse('citizen.search-failed') : ok({ ...ROSA, email: '', telefono: '', calle: '' }),
      create: async () => refuse('citizen.create-failed'),
    },
    geocoders: {
      'map-search': {
        search: async () => ok({ places: [], attribution: '' }),
        addressOf: async () =>
          down.geocoder ? refuse('map.geocode-failed') : ok({ direccion: 'Calle 1', attribution: '' }),
      },
    },
  }
  const world = await buildWorld({}, undefined, connectors)
  await world.put(MUNICIPALITY, buildMunicipality({ idMuniCore: 21 }))
  const form = buildPlainTemplate({}, { opcionales: { incidentes: true, ciudadano: true, geolocalizacion: true } })
  await world.put(keys.template(form.id), form)
  await world.put(keys.templateVersion(form.id, form.version), form)
  const { id: _, ...typed } = ROSA
  const header = { ...submit.header, citizen: citizenSchema.parse(typed), location }
  const body = { protocol: 1, device: DEVICE, account: 'ines', mutations: [{ ...submit, header }] }
  const reply = await world.ask('POST', '/api/sync/push', { cookie: await world.signIn('ines'), body })
  expect(await reply.json()).toMatchObject({ results: [{ status: 'applied' }] })
  const run = async (later = FIRST_INCIDENT_DELAY_MS) => {
    await runDueJobs(world.ports, world.clock.now)
    world.clock.now += later
  }
  return { world, down, created, run }
}

describe('an incident', () => {
  it('is created with the citizen whom the registry has found in the meantime and the address of the point', async () => {
    const { created, run } = await arrived()
    await run()
    await run()
    expect(created).toMatchObject([{ facts: { citizen: '9001' }, address: 'Calle 1' }])
  })

  it.each(['registry', 'geocoder'] as const)('waits while the %s is down, and costs no attempt', async (which) => {
    const { world, down, created, run } = await arrived()
    down[which] = true
    for (let look = 0; look < 20; look += 1) await run()
    expect(created).toEqual([])
    expect(await world.store.get(keys.job(`incident.create~${submit.answer}`))).toMatchObject({ attempts: 0 })
    down[which] = false
    for (let look = 0; look < 40; look += 1) await run(30_000)
    expect(created).toMatchObject([{ facts: { citizen: '9001' }, address: 'Calle 1' }])
  })

  it('waits no longer than its patience: anyone who goes there can do without', async () => {
    const { down, created, run } = await arrived()
    down.registry = true
    down.geocoder = true
    await run(MAX_INCIDENT_WAIT_MS - FIRST_INCIDENT_DELAY_MS)
    await run(FIRST_INCIDENT_DELAY_MS)
    expect(created).toEqual([])
    await run(FIRST_INCIDENT_DELAY_MS)
    expect(created).toMatchObject([{ facts: { citizen: undefined }, address: '' }])
  })

  it('waits for the citizen of an earlier correction, too, when another one was quick', async () => {
    const { world, down, created, run } = await arrived({ location: { ...POINT, direccion: 'Calle 1' } })
    down.registry = true
    const key = keys.answer(submit.answer)
    const corrected = async (part: object) => {
      const before = there(await world.store.get(key))
      const after = { ...before, version: before.version + 1, ...part }
      const unit = unitForKeys<void>([key], () => ({ result: undefined, writes: [set(key, after)] }))
      await world.store.commit(withJobs(unit, findSupportedJobs(world.ports.connectors), toInstant(world.clock.now)))
    }
    await world.store.commit(
      unitForKeys<void>([], () => ({
        result: undefined,
        writes: [remove(keys.job(buildCitizenCheckJobId(submit.answer)))],
      })),
    )
    await corrected({ datosCiudadano: citizenSchema.parse({ ...ROSA, id: undefined, dni: '27555666' }) })
    await corrected({ lastUpdate: toInstant(world.clock.now) })
    await run()
    await run()
    expect(created).toEqual([])
    down.registry = false
    for (let look = 0; look < 40; look += 1) await run(30_000)
    expect(created).toHaveLength(1)
    expect(created[0]?.facts.citizen).toBe('9001')
  })

  it('is looked at ever more rarely while it waits', async () => {
    const { world, down } = await arrived()
    down.registry = true
    let looks = 0
    for (let time = 0; time < MAX_INCIDENT_WAIT_MS; time += FIRST_INCIDENT_DELAY_MS) {
      looks += (
        await runLane(world.ports, 'incident.create', world.clock.now, {
          breakers: createCircuitBreakers(world.ports.clock),
        })
      ).tried
      world.clock.now += FIRST_INCIDENT_DELAY_MS
    }
    expect(looks).toBeLessThan(30)
  })

  it('does not wait for a moment that a clock ahead has written', async () => {
    const { world, down, created, run } = await arrived()
    down.registry = true
    world.clock.now -= 365 * 24 * 3_600_000
    await run()
    expect(created).toHaveLength(1)
  })
})
