import { describe, expect, it } from 'vitest'
import { type Answer, incidentStatusSchema, type IncidentFacts } from '#domain/answers/index.ts'
import { keys } from '#domain/store/index.ts'
import { buildMunicipality } from '#tests/support/builders/people.ts'
import { buildPlainSubmit, DEVICE } from '#tests/support/builders/submit.ts'
import { buildPlainTemplate, MUNICIPALITY } from '#tests/support/builders/template.ts'
import { dieAtCommit } from '#tests/support/server/deaths.ts'
import { buildWorld, type World } from '#tests/support/server/world.ts'
import { runDueJobs } from '../../jobs/run-due.ts'
import type { JobResult } from '../../ports.ts'

const HOUR = 3_600_000
const STATES = ['Recibido', 'Urgente'].map((nombre, id) => ({
  id,
  nombre,
  transiciones: [1 - id],
  idTipoIncidente: `tipo-${id}`,
}))
const submit = buildPlainSubmit(1, 'una nota', { header: { signatures: [], state: 1 } })

/** A management system, and a form with an incident type for each state, answered by ines. */
async function buildOffice() {
  const asked: { readonly answer: Answer; readonly key: string; readonly facts: IncidentFacts }[] = []
  const state = { reply: (): JobResult => ({ ok: true, value: { id: '80001' } }) }
  const world = await buildWorld({}, undefined, {
    home: () => 'https://forms.example.org',
    tells: {
      'incident.create': async (answer, key, facts) => {
        asked.push({ answer, key, facts })
        return state.reply()
      },
    },
  })
  await world.put(MUNICIPALITY, { ...buildMunicipality(), idMuniCore: 21, usarAWS: true })
  const template = buildPlainTemplate(
    {},
    {
      opcionales: { incidentes: true },
      muniCore: { username: 'gil', areaId: '102', perState: true },
      estados: { disponibles: STATES, inicial: 0 },
    },
  )
  await world.put(keys.template(template.id), template)
  await world.put(keys.templateVersion(template.id, template.version), template)
  const body = { protocol: 1, device: DEVICE, account: 'ines', mutations: [submit] }
  const pushed = await world.ask('POST', '/api/sync/push', { cookie: await world.signIn('ines'), body })
  expect(await pushed.json()).toMatchObject({ results: [{ status: 'applied' }] })
  return { world, asked, state }
}
const run = (world: World) => runDueJobs(world.ports, world.clock.now)
const stand = async (world: World, who: string) => {
  const path = `/api/answers/${submit.answer}/incident`
  const response = await world.ask('GET', path, { cookie: await world.signIn(who) })
  return incidentStatusSchema.parse(await response.json())
}

describe('the incident of an answer', () => {
  it('is of the state that was picked, in the name, area and cloud of its form, and its number is on the answer', async () => {
    const { world, asked } = await buildOffice()
    expect(await stand(world, 'ines')).toEqual({ state: 'waiting', mayRetry: false })
    await run(world)
    expect(asked).toHaveLength(1)
    expect(asked[0]?.answer.muniCore).toEqual({ areaId: '102', idTipoIncidente: 'tipo-1', usarAWS: true })
    expect(asked[0]?.facts).toEqual({
      username: 'gil',
      municipalityId: 21,
      url: `https://forms.example.org/ver/${submit.answer}`,
      citizen: undefined,
    })
    expect((await world.store.get(keys.answer(submit.answer)))?.muniCore?.idIncidente).toBe('80001')
    expect(await stand(world, 'ines')).toEqual({ state: 'none', mayRetry: false })
  })

  it('is asked for under one key when the server dies between the reply and noting it', async () => {
    const { world, asked } = await buildOffice()
    await dieAtCommit(world, 1)
    await run(world)
    expect(asked.map(({ key }) => key)).toEqual(Array(2).fill(`incident.create~${submit.answer}`))
    expect([await run(world), asked.length]).toEqual([0, 2])
  })

  it('that was refused is shown with its reason where the answer is read, and tried again by who may', async () => {
    const { world, asked, state } = await buildOffice()
    state.reply = () => ({ ok: false, problem: { code: 'incident.failed' }, isFinal: true })
    await run(world)
    const failed = { state: 'failed', task: `incident.create~${submit.answer}`, problem: { code: 'incident.failed' } }
    expect(await stand(world, 'ines')).toEqual({ ...failed, mayRetry: false })
    expect(await stand(world, 'sofia')).toEqual({ ...failed, mayRetry: true })
    state.reply = () => ({ ok: true, value: { id: '80002' } })
    const cookie = await world.signIn('sofia')
    expect((await world.ask('POST', `/api/jobs/${failed.task}/retry`, { cookie })).status).toBe(200)
    world.clock.now += HOUR
    await run(world)
    expect([asked.length, (await stand(world, 'sofia')).state]).toEqual([2, 'none'])
  })
})
