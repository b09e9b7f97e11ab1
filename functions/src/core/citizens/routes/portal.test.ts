import { beforeEach, describe, expect, it } from 'vitest'
import { citizenFormSchema, permitReplySchema } from '#domain/citizens/index.ts'
import { keys } from '#domain/store/index.ts'
import { buildPlainTemplate, MUNICIPALITY } from '#tests/support/builders/template.ts'
import {
  ANA,
  answered,
  answerOf,
  buildPortalWorld,
  DAY,
  EVA,
  FOREIGN_FORM,
  FORM,
  MINUTE,
  resultOf,
  TRY,
  type PortalWorld,
} from '#tests/support/server/portal-world.ts'
import { there } from '#tests/support/there.ts'
import { codeOf } from '#tests/support/server/world.ts'

let world: PortalWorld
beforeEach(async () => {
  world = await buildPortalWorld()
})

describe('coming in', () => {
  it('uses a token up: anyone who comes with it again is refused, and the portal is not asked', async () => {
    await world.enter(ANA, { token: 'once' })
    const before = world.portal.asked
    world.tokens.set('once', ANA)
    const again = await world.login({ token: 'once', testMode: false, attempt: TRY })
    expect([again.status, await codeOf(again), world.portal.asked]).toEqual([401, 'portal.login-failed', before])
  })

  it('lets one of two in who show the same token at once', async () => {
    world.portal.asked = 0
    const twice = { token: 'shared', testMode: false }
    // A portal that would let both in.
    const both = Array.from({ length: 2 }, async (_, index) => {
      world.tokens.set('shared', ANA)
      return world.login({ ...twice, attempt: String(index).repeat(43) })
    })
    const statuses = (await Promise.all(both)).map(({ status }) => status)
    expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 401])
  })

  it('gives the same try of the same device another session, for two minutes, and ends the lost one', async () => {
    const lost = await world.enter(ANA, { token: 'cut', attempt: TRY })
    const again = await world.login({ token: 'cut', testMode: false, attempt: TRY })
    expect(again.status).toBe(200)
    expect((await world.as(lost, 'GET', '/api/citizen/session')).status).toBe(401)
    world.clock.now += 2 * MINUTE
    expect((await world.login({ token: 'cut', testMode: false, attempt: TRY })).status).toBe(401)
  })

  it('does not use a token up that the portal could not be asked about', async () => {
    world.tokens.set('later', ANA)
    world.portal.isDown = true
    const down = await world.login({ token: 'later', testMode: false, attempt: TRY })
    expect([down.status, await codeOf(down)]).toEqual([502, 'portal.unreachable'])
    world.portal.isDown = false
    expect((await world.login({ token: 'later', testMode: false, attempt: TRY })).status).toBe(200)
  })

  it('is refused to a municipality that is not here, that two have, or that is blocked', async () => {
    const from = async (municipality: number | undefined) => {
      const { municipality: _, ...who } = ANA
      world.tokens.set(`from ${municipality}`, municipality === undefined ? who : { ...who, municipality })
      return codeOf(await world.login({ token: `from ${municipality}`, testMode: false, attempt: TRY }))
    }
    // Without a name the id must be unique: ids of citizens belong to a municipality.
    expect([await from(99), await from(undefined)]).toEqual(['portal.login-failed', 'portal.login-failed'])
    const place = there(await world.store.get(MUNICIPALITY))
    await world.put(MUNICIPALITY, { ...place, inhabilitado: true })
    expect(await from(21)).toBe('municipality.blocked')
  })

  it('writes neither token nor bearer into the log, and keeps neither', async () => {
    const { session } = await world.enter(ANA, { token: 'secret-token' })
    const logged = JSON.stringify([world.told, world.log])
    expect([logged.includes('secret-token'), logged.includes(session)]).toEqual([false, false])
    expect(logged).toContain('citizen.entered')
    for (const collection of ['tokens', 'throttles', 'audit']) {
      const kept = JSON.stringify(await world.store.query({ collection, limit: 100 }))
      expect([kept.includes('secret-token'), kept.includes(session)]).toEqual([false, false])
    }
  })

  it('keeps its pace for one address', async () => {
    let last = 200
    for (let count = 0; count < 40 && last !== 429; count += 1)
      last = (await world.login({ token: `guess-${count}`, testMode: false, attempt: TRY })).status
    expect(last).toBe(429)
  })
})

describe('a session', () => {
  it('is over after fifteen minutes of rest, continues with use, and ends after eight hours', async () => {
    const ana = await world.enter(ANA)
    const look = async () => (await world.as(ana, 'GET', '/api/citizen/session')).status
    for (let quarter = 0; quarter < 34; quarter += 1) {
      world.clock.now += 14 * MINUTE
      expect(await look()).toBe(200)
    }
    world.clock.now += 14 * MINUTE
    expect(await look()).toBe(401)
    const eva = await world.enter(EVA)
    world.clock.now += 15 * MINUTE
    expect((await world.as(eva, 'GET', '/api/citizen/session')).status).toBe(401)
  })

  it('is over with the first sign-out, and was never a session of the staff', async () => {
    const ana = await world.enter(ANA)
    expect((await world.as(ana, 'GET', '/api/session')).status).toBe(401)
    expect((await world.as(ana, 'DELETE', '/api/citizen/session')).status).toBe(204)
    expect((await world.as(ana, 'GET', '/api/citizen/session')).status).toBe(401)
  })
})

describe('answering as a citizen', () => {
  it('opens forms of the portal of their own municipality, and says at once when one takes no answer', async () => {
    const ana = await world.enter(ANA)
    const open = async (form: string) => world.as(ana, 'GET', `/api/citizen/forms/${form}`)
    const { refusal, timeZone } = citizenFormSchema.parse(await (await open(FORM)).json())
    expect([refusal, timeZone]).toEqual([null, 'America/Argentina/Buenos_Aires'])
    for (const form of [FOREIGN_FORM, 'nota', 'comercios', 'none']) expect((await open(form)).status).toBe(404)
    const single = buildPlainTemplate(
      { id: FORM },
      { opcionales: { citizenAssociationFromCitizenPortal: true, singleAnswer: true } },
    )
    await world.put(keys.template(FORM), single)
    await answered(world, ANA, 5)
    const full = citizenFormSchema.parse(await (await open(FORM)).json())
    expect(full.refusal).toEqual({ code: 'answer.already-answered' })
    const limited = { ...single, opcionales: { ...single.opcionales, limitResponses: true }, responsesCount: 1 }
    await world.put(keys.template(FORM), limited)
    const eva = await world.enter(EVA)
    const form = citizenFormSchema.parse(await (await world.as(eva, 'GET', `/api/citizen/forms/${FORM}`)).json())
    expect(form.refusal?.code).toBe('answer.limit-reached')
  })

  it('names whom the portal has let in, whatever the device says, and its record', async () => {
    const ana = await world.enter({ ...ANA, record: 'mg-7' }, { form: FORM })
    const said = { nombre: 'Otra', id: 'c2', dni: '1' }
    const submit = {
      ...answerOf(ana.visit.author),
      header: { citizen: said, portal: { idRespuestaMG: 'x' }, signatures: [] },
    }
    const permit = await world.permit(ana, submit as never)
    expect((await resultOf(await world.push(submit.author, permit, [submit as never]))).status).toBe('applied')
    const stored = there(await world.store.get(keys.answer(submit.answer)))
    expect(stored.datosCiudadano).toMatchObject({ id: 'c1', nombre: 'Ana', dni: '30111222', _source: 'portal' })
    expect(stored.portalCiudadanoData).toEqual({ idRespuestaMG: 'mg-7' })
    expect([stored.creadoPor, stored.authorId]).toEqual(['ana.torres', ana.visit.author])
    // A record belongs to one answer: the next has none.
    const next = answerOf(ana.visit.author, 2)
    await world.push(next.author, await world.permit(ana, next), [next])
    expect(there(await world.store.get(keys.answer(next.answer))).portalCiudadanoData).toEqual({})
  })

  it('is sent for seven days after the session has ended, once, and nothing else is', async () => {
    const ana = await world.enter(ANA)
    const submit = answerOf(ana.visit.author)
    const permit = await world.permit(ana, submit)
    await world.as(ana, 'DELETE', '/api/citizen/session')
    world.clock.now += 6 * DAY
    const later = { status: 'retry', problem: { code: 'session.required' }, missing: [] }
    const other = answerOf(ana.visit.author, 2)
    expect(await resultOf(await world.push(submit.author, permit, [other]))).toMatchObject(later)
    const elsewhere = { ...submit, template: 'nota' as never }
    expect(await resultOf(await world.push(submit.author, permit, [elsewhere]))).toMatchObject(later)
    const first = await resultOf(await world.push(submit.author, permit, [submit]))
    expect(first.status).toBe('applied')
    expect(await resultOf(await world.push(submit.author, permit, [submit]))).toEqual(first)
    world.clock.now += DAY
    expect((await world.push(submit.author, permit, [submit])).status).toBe(401)
  })

  it('that has waited for longer is let through again once its citizen is back, with the record that it had', async () => {
    const ana = await world.enter({ ...ANA, record: 'mg-7' }, { form: FORM })
    const submit = answerOf(ana.visit.author)
    const old = await world.permit(ana, submit)
    world.clock.now += 8 * DAY
    expect((await world.push(submit.author, old, [submit])).status).toBe(401)
    const back = await world.enter({ ...ANA, record: 'mg-8' }, { form: FORM })
    const renew = async (renews: string, who = back) => {
      const wish = { purpose: 'answer.submit', form: FORM, answer: submit.answer, mutation: submit.id, renews }
      const reply = await world.as(who, 'POST', '/api/citizen/permits', { body: wish })
      return permitReplySchema.parse(await reply.json()).permit
    }
    const recordOf = (permit: string) =>
      (JSON.parse(Buffer.from(permit.split('.')[1] ?? '', 'base64url').toString()) as { record?: string }).record
    const eva = await world.enter(EVA)
    // Another citizen's or a forged one reveals nothing about the record.
    expect([
      recordOf(await renew(old, eva)),
      recordOf(await renew(`${old.slice(0, -64)}${'0'.repeat(64)}`, eva)),
    ]).toEqual([undefined, undefined])
    const fresh = await renew(old)
    expect(recordOf(fresh)).toBe('mg-7')
    expect((await resultOf(await world.push(submit.author, fresh, [submit]))).status).toBe('applied')
    // The visit's record is still unused and available for a new answer.
    const next = answerOf(ana.visit.author, 2)
    await world.push(next.author, await world.permit(back, next), [next])
    const records = [submit, next].map(async ({ answer }) => there(await world.store.get(keys.answer(answer))))
    expect((await Promise.all(records)).map((one) => one.portalCiudadanoData)).toEqual([
      { idRespuestaMG: 'mg-7' },
      { idRespuestaMG: 'mg-8' },
    ])
  })

  it('comes with a record that is of the first to arrive, although two forms were opened with it', async () => {
    const ana = await world.enter({ ...ANA, record: 'mg-7' }, { form: FORM })
    const [one, other] = [answerOf(ana.visit.author, 1), answerOf(ana.visit.author, 2)]
    const [first, second] = [await world.permit(ana, one), await world.permit(ana, other)]
    await world.push(one.author, second, [other])
    await world.push(one.author, first, [one])
    await world.push(one.author, second, [other])
    const records = [one, other].map(async ({ answer }) => there(await world.store.get(keys.answer(answer))))
    expect((await Promise.all(records)).map((stored) => stored.portalCiudadanoData)).toEqual([
      {},
      { idRespuestaMG: 'mg-7' },
    ])
  })

  it('is not sent with a permit that is forged, of another citizen, or missing', async () => {
    const ana = await world.enter(ANA)
    const eva = await world.enter(EVA)
    const submit = answerOf(ana.visit.author)
    const permit = await world.permit(ana, submit)
    const [head = '', body = '', signature = ''] = permit.split('.')
    const forged = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>
    const other = Buffer.from(JSON.stringify({ ...forged, author: eva.visit.author })).toString('base64url')
    const link = `r1e.${body}.${signature}`
    for (const [author, shown] of [
      [submit.author, ''],
      [submit.author, `${head}.${body}.${'0'.repeat(64)}`],
      [submit.author, link],
      [eva.visit.author, permit],
      [eva.visit.author, `${head}.${other}.${signature}`],
    ] as const)
      expect((await world.push(author, shown, [{ ...submit, author: author as never }])).status).toBe(401)
    const cookie = await world.signIn('sofia')
    const asStaff = await world.ask('POST', '/api/sync/push', {
      cookie,
      headers: { 'x-relevo-permit': permit },
      body: { protocol: 1, device: submit.device, account: submit.author, mutations: [submit] },
    })
    expect(asStaff.status).toBe(401)
  })
})
