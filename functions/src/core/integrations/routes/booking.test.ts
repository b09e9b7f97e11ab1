import { describe, expect, it } from 'vitest'
import { ok, refuse, templateIdSchema, type MunicipalityPath, type Result } from '#domain/kernel/index.ts'
import { encodePlaceId } from '#domain/places/index.ts'
import { keys } from '#domain/store/index.ts'
import { buildMunicipality } from '#tests/support/builders/people.ts'
import { buildPlainSubmit, DEVICE } from '#tests/support/builders/submit.ts'
import { buildPlainTemplate, MUNICIPALITY } from '#tests/support/builders/template.ts'
import { answered, buildPortalWorld, EVA, FORM } from '#tests/support/server/portal-world.ts'
import { buildWorld, codeOf, type World } from '#tests/support/server/world.ts'
import type { BookingSystem } from '../../ports.ts'
import { DEFAULT_TUNING } from '../../tuning.ts'

const AGENDA = {
  appointmentData: { id: '31', name: 'Licencias' },
  tenantId: '7',
  tenantUniqueName: 'villa-serena',
}
const SENT_ON = { addAppointment: true }

type Case = { readonly opcionales?: object; readonly page?: string | undefined; readonly reply?: Result<string> }

/** A server with a booking product and an answer: of the public to a public form, otherwise of ines. */
async function buildDesk({ opcionales = SENT_ON, ...how }: Case = {}) {
  const page = 'page' in how ? how.page : 'https://turnos.example/reservar?idioma=es'
  const asked: Parameters<BookingSystem['encrypt']>[0][] = []
  const booking: BookingSystem = {
    ...(page === undefined ? {} : { page }),
    agendas: () => Promise.reject(new Error('not asked')),
    encrypt: async (about) => (asked.push(about), how.reply ?? ok('c/ó+d')),
  }
  const world = await buildWorld({}, undefined, { booking })
  await world.put(MUNICIPALITY, { ...buildMunicipality(), idMuniCore: 21 })
  const template = buildPlainTemplate({}, { opcionales, appointmentGroup: AGENDA })
  await world.put(keys.template(template.id), template)
  await world.put(keys.templateVersion(template.id, template.version), template)
  const author = 'publico' in opcionales ? 'public' : 'ines'
  const submit = buildPlainSubmit(1, 'una nota', { author })
  const body = { protocol: 1, device: DEVICE, account: author, mutations: [submit] }
  const how2 = author === 'public' ? { body } : { body, cookie: await world.signIn('ines') }
  expect(await (await world.ask('POST', '/api/sync/push', how2)).json()).toMatchObject({
    results: [{ status: 'applied' }],
  })
  return { world, asked, answer: submit.answer }
}
const call = async (world: World, answerId: string, who?: string): Promise<Response> =>
  world.ask('POST', '/api/getTurneroEncryptCode', {
    body: { data: { answerId } },
    ...(who === undefined ? {} : { cookie: await world.signIn(who) }),
  })

describe('getTurneroEncryptCode', () => {
  it('gives the code of an answer, and the page opened with it, its tenant and what it receives about the form', async () => {
    const { world, asked, answer } = await buildDesk()
    const response = await call(world, answer, 'ines')
    const { result } = (await response.json()) as { readonly result: { readonly data: string; readonly url: string } }
    expect(result.data).toBe('c/ó+d')
    expect(asked).toEqual([{ answer, tenant: 'villa-serena', municipalityId: 21 }])
    const url = new URL(result.url)
    expect([url.origin, url.pathname, url.searchParams.get('idioma')]).toEqual([
      'https://turnos.example',
      '/reservar',
      'es',
    ])
    expect([url.searchParams.get('code'), url.searchParams.get('tenant')]).toEqual(['c/ó+d', 'villa-serena'])
    const code = (await world.store.get(keys.answer(answer)))?.codigoMunicipio
    expect(JSON.parse(url.searchParams.get('formData') ?? '')).toEqual({
      respuesta: code,
      formulario: 'Nota',
      agenda: AGENDA.appointmentData,
      useAWS: false,
    })
  })

  it.each(['olga', 'uma', 'gil', 'carla', undefined])(
    'tells %s nothing of an answer that is not theirs',
    async (who) => {
      const { world, asked, answer } = await buildDesk()
      expect(await codeOf(await call(world, answer, who))).toBe('answer.missing')
      expect(asked).toEqual([])
    },
  )

  it('is given in a frame only for answers that its token covers', async () => {
    const { world, answer } = await buildDesk()
    const [other, municipality] = [templateIdSchema.parse('otra'), encodePlaceId(MUNICIPALITY as MunicipalityPath)]
    await world.put(keys.template(other), buildPlainTemplate({ id: other }))
    const cookie = await world.signIn('sofia')
    const textOf = async (path: string, how: Parameters<World['ask']>[2]) =>
      (await (await world.ask('POST', path, how)).json()) as Readonly<Record<string, string>>
    const inFrameOf = async (form: string): Promise<Response> => {
      const wish = { name: 'Portal', scopes: ['embed'], days: 30, forms: [form] }
      const { text } = await textOf(`/api/municipalities/${municipality}/tokens`, { cookie, body: wish })
      const user = { headers: { authorization: `Bearer ${text}` }, body: { username: 'ines' } }
      const { code } = await textOf('/api/v1/embed-codes', user)
      const { bearer } = await textOf('/api/embed/session', { body: { code } })
      const headers = { authorization: `Relevo ${bearer}` }
      return world.ask('POST', '/api/getTurneroEncryptCode', { headers, body: { data: { answerId: answer } } })
    }
    expect((await inFrameOf(buildPlainTemplate().id)).status).toBe(200)
    expect(await codeOf(await inFrameOf(other))).toBe('answer.missing')
  })

  it('is for anyone who has answered a public form, by the id that only they know', async () => {
    const { world, answer } = await buildDesk({ opcionales: { ...SENT_ON, publico: true } })
    expect((await call(world, answer)).status).toBe(200)
    expect(await codeOf(await call(world, buildPlainSubmit(99).answer))).toBe('answer.missing')
    const before = await world.store.get(keys.municipality(MUNICIPALITY as never))
    await world.put(MUNICIPALITY, { ...before, inhabilitado: true })
    expect(await codeOf(await call(world, answer))).toBe('answer.missing')
  })

  it('is for the citizen of the portal who has answered, and for no other', async () => {
    const world = await buildPortalWorld({
      booking: {
        page: 'https://turnos.example/',
        agendas: async () => refuse('booking.failed'),
        encrypt: async () => ok('c'),
      },
    })
    const opcionales = { addAppointment: true, citizenAssociationFromCitizenPortal: true }
    const template = buildPlainTemplate({ id: FORM }, { opcionales, appointmentGroup: AGENDA })
    await world.put(keys.template(FORM), template)
    await world.put(keys.templateVersion(FORM, 1), template)
    const { entered, submit } = await answered(world)
    const eva = await world.enter(EVA)
    const how = { body: { data: { answerId: submit.answer } } }
    expect((await world.as(entered, 'POST', '/api/getTurneroEncryptCode', how)).status).toBe(200)
    expect(await codeOf(await world.as(eva, 'POST', '/api/getTurneroEncryptCode', how))).toBe('answer.missing')
    expect(await codeOf(await call(world, submit.answer))).toBe('answer.missing')
  })

  it.each([
    ['whose form books nothing', { opcionales: {} }, 'answer.missing'],
    ['where nobody has said where to book', { page: undefined }, 'connector.not-configured'],
    ['where the product does not answer', { reply: refuse('booking.failed') }, 'booking.failed'],
  ] as const)('refuses an answer %s', async (_, how, code) => {
    const { world, answer } = await buildDesk(how)
    expect(await codeOf(await call(world, answer, 'ines'))).toBe(code)
  })

  it('is asked at a bounded pace from one network address', async () => {
    const { world, answer } = await buildDesk({ opcionales: { ...SENT_ON, publico: true } })
    for (let n = 0; n < DEFAULT_TUNING.bookingBurst; n += 1) expect((await call(world, answer)).status).toBe(200)
    expect((await call(world, answer)).status).toBe(429)
    world.clock.now += DEFAULT_TUNING.bookingInterval
    expect((await call(world, answer)).status).toBe(200)
  })
})
