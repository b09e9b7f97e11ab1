import { beforeAll, describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { listFormAnswers } from '../list-answers.ts'
import { SEARCH_LIMITS } from '../search-for.ts'
import { buildPaymentEntry } from '#domain/payments/index.ts'
import { buildFact, buildOrder } from '#tests/support/builders/payments.ts'
import { answersQuerySchema, type AnswersPage, type Answer } from '#domain/answers/index.ts'
import { keys } from '#domain/store/index.ts'
import { generateAnswerId, templateIdSchema, userIdSchema, type AnswerId } from '#domain/kernel/index.ts'
import { OTHER_AREA } from '#tests/support/builders/template.ts'
import { answerFrom } from '#tests/support/server/answers.ts'
import { there } from '#tests/support/there.ts'
import { buildWorld, type World } from '#tests/support/server/world.ts'

const PEOPLE = [
  { authorId: 'ines', creadoPor: 'ines@relevo.example', firstName: 'Inés', lastName: 'Núñez' },
  { authorId: 'carla', creadoPor: 'carla@relevo.example', firstName: 'Carla', lastName: 'Carranza' },
  { authorId: 'pablo', creadoPor: 'pablo', firstName: '', lastName: '' },
]
const CITIZENS = [
  undefined,
  { tipo: 'fisica', nombre: 'Rosa', apellido: 'Leiva', dni: '30111222' },
  { tipo: 'fisica', nombre: 'Ramón', apellido: 'Carranza', dni: 'DNI 30.111.333' },
  { tipo: 'juridica', nombre: 'La Esquina SRL', apellido: 'Dummy', dni: '30712345678' },
]
const STATES = [
  { id: 0, nombre: 'Pendiente', transiciones: [1] },
  { id: 1, nombre: 'Aprobado', transiciones: [] },
]
const COUNT = 60
const STREETS = ['Mitre 1204', 'San Martín 33', 'Ñuble 5']
const TYPED = ['mitre', 'ñuble', 'san mart', '1204', 'carranza mitre', '30111222', 'K3WQ9ZT0M4XB', 'ana paz', 'pi_77']
/** A payer who is not the citizen of the answer. */
const PAYER = { fullName: 'Ana Paz', dni: '28.900.111' }

const PAID = { status: 'Pagado', facts: [buildFact('paid', { reference: 'pi_77' })] }

type Stored = Answer & { readonly hidden: boolean }

/** Sixty answers that differ in everything that filters use, one in ten of them in an area with few users. */
async function townOf(): Promise<{ readonly world: World; readonly stored: readonly Stored[] }> {
  const world = await buildWorld()
  const one = there(await world.store.get(keys.answer((await answerFrom(world, 'ines', 1)) as AnswerId)))
  await world.store.commit({
    keysFor: () => [],
    decide: () => ({ result: undefined, writes: [{ kind: 'delete', key: keys.answer(one.id) }] }),
  })
  const stored = Array.from({ length: COUNT }, (_, at) => {
    const citizen = CITIZENS[at % CITIZENS.length]
    const hidden = at % 10 === 9
    return {
      ...one,
      id: generateAnswerId(new Uint8Array(16).map((__, byte) => (at * 37 + byte * 11) % 251)),
      ...PEOPLE[at % PEOPLE.length],
      codigoMunicipio: at % 5 === 0 ? 'VIS7' : `VIS${100 + at}`,
      // Dates repeat, so that the order depends on keys.
      fechaCreacion: `2026-11-${String(1 + (at % 7)).padStart(2, '0')}T10:00:00.000Z`,
      lastUpdate: `2026-12-${String(1 + (at % 5)).padStart(2, '0')}T10:00:00.000Z`,
      ...(citizen === undefined ? {} : { datosCiudadano: citizen }),
      ubicacion: { direccion: STREETS[at % STREETS.length] },
      ...(at % 4 === 3 ? {} : { estados: { disponibles: STATES, actual: at % 2, inicial: 0, history: [] } }),
      ...(at % 3 === 0 ? { opcionales: { ...one.opcionales, addPaymentGateway: true } } : {}),
      payments:
        at % 6 === 0
          ? [
              buildPaymentEntry(
                buildOrder({ ...PAYER, ...(at % 12 === 0 ? PAID : { status: 'Rechazado' }) }),
                '',
                'UTC',
              ),
            ]
          : [],
      conflicts: at % 11 === 0 ? [{ kind: 'open' }] : [],
      areas: hidden ? [OTHER_AREA] : one.areas,
      hidden,
    } as unknown as Stored
  })
  for (const answer of stored) await world.put(keys.answer(answer.id), answer)
  return { world, stored }
}

/** The meaning of a filter, written a second time on the documents themselves. */
function wanted(stored: readonly Stored[], asked: Readonly<Record<string, string>>): readonly string[] {
  const plain = (text: string): string =>
    text
      .normalize('NFD')
      .replace(/\p{Mark}/gu, '')
      .toLowerCase()
  const begins = (typed: string, texts: readonly string[]): boolean =>
    plain(typed)
      .split(/[\s.@-]+/)
      .filter((word) => word !== '')
      .every((word) =>
        texts.some((text) =>
          plain(text)
            .split(/[\s.@-]+/)
            .some((part) => part.startsWith(word)),
        ),
      )
  const moment = (answer: Stored): string =>
    asked['lastUpdateCheck'] === '1' ? answer.lastUpdate : answer.fechaCreacion
  const author = (answer: Stored) => [answer.firstName, answer.lastName, answer.creadoPor.split('@')[0] ?? '']
  const paid = ({ payments }: Stored): readonly string[] =>
    payments.flatMap(({ payOrder: { status } }) => [
      'Ana',
      'Paz',
      '28900111',
      'k3wq9zt0m4xb',
      ...(status === 'Pagado' ? ['pi_77'] : []),
    ])
  const written = ({ ubicacion, datosCiudadano: whom, secciones, ...rest }: Stored): readonly string[] => [
    ...paid(rest as Stored),
    ubicacion?.direccion ?? '',
    whom?.dni ?? '',
    ...secciones.flatMap(({ preguntas }) => preguntas.map(({ respuesta }) => String(respuesta ?? ''))),
  ]
  const recipient = ({ datosCiudadano: whom }: Stored): string => {
    if (whom === undefined) return ''
    return whom.tipo === 'juridica' ? whom.nombre : `${whom.nombre} ${whom.apellido}`
  }
  const {
    municipalityCodeId: sought,
    answerBy,
    citizenDni,
    state = '-1',
    startDate = '',
    endDate = '~',
    payment,
    waiting,
  } = asked
  return stored
    .filter(
      (answer) =>
        !answer.hidden &&
        (sought === undefined ||
          answer.codigoMunicipio === sought.toUpperCase() ||
          answer.id.startsWith(sought.replace('-', '')) ||
          // A single letter is no prefix, because it would match almost everyone.
          (sought.length > 1 && begins(sought, [recipient(answer), ...author(answer), ...written(answer)]))) &&
        (answerBy === undefined || answer.creadoPor === answerBy || begins(answerBy, author(answer))) &&
        (citizenDni === undefined || [answer.datosCiudadano?.dni, ...paid(answer)].includes(citizenDni)) &&
        (state === '-1' || state.split(',').includes(String(answer.estados?.actual))) &&
        (payment === undefined ||
          (answer.payments[0]?.payOrder.status ??
            (answer.opcionales.addPaymentGateway ? 'Pendiente de validar' : '')) === payment) &&
        (waiting === undefined || answer.conflicts.length > 0 || answer.estados?.actual === 0) &&
        moment(answer) >= startDate &&
        moment(answer) <= endDate,
    )
    .toSorted((a, b) => {
      const [x, y] = [`${moment(a)} ${a.id}`, `${moment(b)} ${b.id}`]
      return (asked['ascending'] === '1' ? 1 : -1) * (x < y ? -1 : 1)
    })
    .map(({ id }) => id)
}

describe('the filters of a list', () => {
  let town: Awaited<ReturnType<typeof townOf>>
  beforeAll(async () => {
    town = await townOf()
  })

  async function pageFor(who: string, asked: Readonly<Record<string, string>>, bounds = SEARCH_LIMITS) {
    const user = there(await town.world.store.get(keys.user(userIdSchema.parse(who))))
    const query = answersQuerySchema.parse({ template: templateIdSchema.parse('nota'), ...asked })
    const page = await listFormAnswers(town.world.ports, user, query, bounds)
    if (!page.ok) throw new Error(page.problem.code)
    return page.value
  }

  const idsOf = (page: AnswersPage): readonly string[] => page.answers.map(({ id }) => id)
  const filter = fc.record(
    {
      municipalityCodeId: fc.constantFrom(
        'VIS7',
        'vis101',
        'leiva',
        'Carranza',
        'car ram',
        'esq',
        'nadie',
        'e',
        ...TYPED,
      ),
      answerBy: fc.constantFrom('ines@relevo.example', 'pablo', 'nunez', 'carr', 'x', 'nobody@relevo.example'),
      citizenDni: fc.constantFrom('30111222', '30712345678', '1', '28900111'),
      state: fc.constantFrom('-1', '0', '1', '7', '0,1', '1,7,1'),
      startDate: fc.constantFrom('2026-11-03T00:00:00.000Z', '2026-12-02T10:00:00.000Z'),
      endDate: fc.constantFrom('2026-11-05T10:00:00.000Z', '2026-12-04T00:00:00.000Z'),
      lastUpdateCheck: fc.constant('1'),
      payment: fc.constantFrom('Pagado', 'Pendiente de validar', 'Rechazado'),
      waiting: fc.constant('1'),
      ascending: fc.constant('1'),
    },
    { requiredKeys: [] },
  )

  it('find each answer once, page after page and back again, whatever is asked and however little is looked at for a page', async () => {
    await fc.assert(
      fc.asyncProperty(
        filter,
        fc.integer({ min: 1, max: 20 }),
        fc.constantFrom(
          SEARCH_LIMITS,
          { fetched: 3, lookedAt: 4, counted: 2 },
          { fetched: 0, lookedAt: 30, counted: 9 },
        ),
        async (asked, size, bounds) => {
          const expected = wanted(town.stored, asked)
          const sized = { ...asked, size: String(size) }
          const forwards = []
          let page = await pageFor('pablo', sized, bounds)
          for (let turn = 0; turn < 100; turn += 1) {
            forwards.push(...idsOf(page))
            if (page.total !== null && !page.andMore && !page.lookedUpTo)
              expect(page.total).toBeGreaterThanOrEqual(expected.length)
            if (page.next === undefined) break
            page = await pageFor('pablo', { ...sized, after: page.next }, bounds)
          }
          expect(forwards).toEqual(expected)
          const backwards = [...idsOf(page)]
          for (let turn = 0; turn < 100 && page.previous !== undefined; turn += 1) {
            page = await pageFor('pablo', { ...sized, before: page.previous }, bounds)
            backwards.unshift(...idsOf(page))
          }
          expect(backwards).toEqual(expected)
        },
      ),
      { numRuns: 150 },
    )
  })

  it.each(['30111333', '030111333', '30.111.333', 'DNI 30111333', '\u0663\u0660\u0661\u0661\u0661\u0663\u0663\u0663'])(
    'find the answers about a person whose ID number is stored in other writing by %j',
    async (typed) => {
      const expected = town.stored
        .filter(({ datosCiudadano, hidden }) => !hidden && datosCiudadano?.apellido === 'Carranza')
        .map(({ id }) => id as string)
      for (const asked of [{ citizenDni: typed }, { municipalityCodeId: typed }]) {
        const page = await pageFor('pablo', { ...asked, size: '50' })
        expect([...idsOf(page)].toSorted(), Object.keys(asked)[0]).toEqual(expected.toSorted())
      }
    },
  )

  it('say how many there are where someone has counted, and that there are more than are counted', async () => {
    expect(await pageFor('pablo', { citizenDni: '30111222' })).toMatchObject({
      total: wanted(town.stored, { citizenDni: '30111222' }).length,
      andMore: false,
    })
    expect(await pageFor('ada', {}, { ...SEARCH_LIMITS, counted: 10 })).toMatchObject({ total: 10, andMore: true })
    expect((await pageFor('pablo', { state: '0', waiting: '1', size: '1' })).total).toBeNull()
  })

  it.each([{ answerBy: 'carr' }, { payment: 'Rechazado' }, { waiting: '1' }])(
    'find several states and %j',
    async (one) => {
      for (const state of ['0,1', '1,7'])
        for (const bounds of [SEARCH_LIMITS, { fetched: 0, lookedAt: 500, counted: 5 }]) {
          const page = await pageFor('pablo', { ...one, state, size: '50' }, bounds)
          expect(idsOf(page)).toEqual(wanted(town.stored, { ...one, state }))
          if (bounds === SEARCH_LIMITS) expect(page.total).toBe(page.answers.length)
        }
    },
  )

  it.each([
    { state: '0', answerBy: 'z', size: '2' },
    { state: '1,7', size: '9' },
  ])('stop at so many that are looked at, and say how far they came, for %j', async (asked) => {
    const short = await pageFor('pablo', asked, { fetched: 0, lookedAt: 3, counted: 5 })
    expect([short.total, short.lookedUpTo?.slice(0, 7), typeof short.next]).toEqual([null, '2026-11', 'string'])
  })

  it('show a role that sees only its own nothing else, however it asks', async () => {
    const own = new Set(town.stored.filter(({ authorId }) => authorId === 'carla').map(({ id }) => id as string))
    for (const asked of [
      {},
      { municipalityCodeId: 'VIS7' },
      { municipalityCodeId: 'leiva' },
      { municipalityCodeId: 'mitre' },
      { answerBy: 'nunez' },
      { citizenDni: '30111222' },
      { state: '0' },
      { waiting: '1' },
    ])
      for (const bounds of [SEARCH_LIMITS, { fetched: 0, lookedAt: 500, counted: 5 }]) {
        const ids = idsOf(await pageFor('carla', { ...asked, size: '50' }, bounds))
        expect(ids.filter((id) => !own.has(id))).toEqual([])
      }
    expect(idsOf(await pageFor('carla', { municipalityCodeId: 'carranza', size: '50' })).length).toBeGreaterThan(0)
  })

  it('tell of each answer where it is and what may follow, and of the form which states there are', async () => {
    const page = await pageFor('pablo', { state: '0' })
    expect(page.answers[0]?.standing).toEqual({ actual: 0, next: [{ id: 1, nombre: 'Aprobado' }] })
    const none = await pageFor('pablo', { size: '50' })
    expect(none.answers.filter(({ standing }) => standing === null).length).toBeGreaterThan(0)
  })
})
