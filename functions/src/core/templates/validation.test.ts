import { describe, expect, it } from 'vitest'
import { DATA_TYPE, QUESTION_TYPE } from '#domain/documents/index.ts'
import type { ProblemCode } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import type { TemplatePlace } from '#domain/templates/index.ts'
import { question, section } from '#tests/support/builders/form-parts.ts'
import { AREA } from '#tests/support/builders/template.ts'
import { buildDraft, remember, templateCalls, templateIdOf } from '#tests/support/server/templates.ts'
import { buildWorld } from '#tests/support/server/world.ts'

/** Every rule of part 2, point 5: refused on the API by the function that the editor asks, with its place, and nothing written. */
const ID = templateIdOf('A')
const field = (name: string) => ({ kind: 'field', field: name }) as TemplatePlace
const asking = (change: object) => ({ secciones: [section(0, [question(0, change)])] })
const at = (name: string) =>
  ({ kind: 'question', section: 0, condition: null, question: 0, field: name }) as TemplatePlace
const states = (...nombres: readonly string[]) => ({
  disponibles: nombres.map((nombre, id) => ({ id, nombre, transiciones: [] })),
  inicial: nombres.length > 0 ? 0 : null,
})
const typed = (...nombres: readonly string[]) => ({
  ...states(...nombres),
  disponibles: states(...nombres).disponibles.map((state) => ({ ...state, idTipoIncidente: '5001' })),
})
const option = (name: string) => ({ kind: 'option', option: name }) as TemplatePlace

const RULES: readonly (readonly [
  rule: string,
  change: Readonly<Record<string, unknown>>,
  code: ProblemCode,
  place: TemplatePlace,
])[] = [
  ['a title', { titulo: '  ' }, 'template.title-required', field('titulo')],
  ['an area', { areas: [] }, 'template.area-required', field('areas')],
  [
    'an image for the header image',
    { opcionales: { headerImg: true } },
    'template.header-image-required',
    field('headerImageURL'),
  ],
  [
    'an agenda for the appointment',
    { opcionales: { addAppointment: true } },
    'template.agenda-required',
    field('appointmentGroup'),
  ],
  ['something to synchronise', { muniCore: { areaId: '102' } }, 'template.sync-purpose-required', field('muniCore')],
  [
    'at most 75 characters of title with incidents',
    { titulo: 'x'.repeat(76), opcionales: { incidentes: true }, muniCore: { areaId: '102' } },
    'template.incident-title-too-long',
    field('titulo'),
  ],
  [
    'an area for incidents',
    { opcionales: { incidentes: true }, muniCore: {} },
    'template.incident-area-required',
    field('muniCore.areaId'),
  ],
  [
    'two states for an incident type each',
    { opcionales: { incidentes: true }, muniCore: { areaId: '102', perState: true }, estados: states('Abierto') },
    'template.incident-states-required',
    field('muniCore.perState'),
  ],
  [
    'a state whose name is short enough for an incident type of its own',
    {
      titulo: 'x'.repeat(69),
      opcionales: { incidentes: true },
      muniCore: { areaId: '102', perState: true },
      estados: states('Nuevo', 'Inspeccionado'),
    },
    'state.incident-name-too-long',
    { kind: 'state', state: 1, field: 'nombre' },
  ],
  [
    'an area for incidents, also without a tie',
    { opcionales: { incidentes: true } },
    'template.incident-area-required',
    field('muniCore.areaId'),
  ],
  [
    'a count for the limit of responses',
    { opcionales: { limitResponses: true } },
    'template.responses-count-required',
    field('responsesCount'),
  ],
  ['a section', { secciones: [] }, 'template.section-required', field('secciones')],
  ['a question', { secciones: [section(0, [])] }, 'template.question-required', field('secciones')],
  [
    'a question in a condition, where the section asks by conditions',
    {
      secciones: [section(0, [question(0)], { conditionalSection: true, conditions: [{ order: 0, condition: 'a' }] })],
    },
    'template.question-required',
    field('secciones'),
  ],
  [
    'saved combined questions',
    asking({ tipoPregunta: QUESTION_TYPE.COMBINED, combinedQuestions: [], unsaved: true }),
    'template.combined-unsaved',
    at('combinedQuestions'),
  ],
  [
    'a name for each state',
    { estados: states('Abierto', ' ') },
    'state.name-required',
    { kind: 'state', state: 1, field: 'nombre' },
  ],
  [
    'a name of its own for each state',
    { estados: states('Abierto', 'Abierto ') },
    'state.name-taken',
    { kind: 'state', state: 1, field: 'nombre' },
  ],
  [
    'transitions to other states',
    { estados: { disponibles: [{ id: 0, nombre: 'Abierto', transiciones: [0] }], inicial: 0 } },
    'state.transition-wrong',
    { kind: 'state', state: 0, field: 'transiciones' },
  ],
  [
    'an initial state that is there',
    { estados: { ...states('Abierto'), inicial: 4 } },
    'state.initial-wrong',
    field('estados'),
  ],
  [
    'an initial state, where there are states',
    { estados: { ...states('Abierto'), inicial: null } },
    'state.initial-wrong',
    field('estados'),
  ],
  [
    'transitions to states that are there',
    { estados: { disponibles: [{ id: 0, nombre: 'Abierto', transiciones: [1] }], inicial: 0 } },
    'state.transition-wrong',
    { kind: 'state', state: 0, field: 'transiciones' },
  ],
  [
    'a link with a title',
    asking({ tipoDato: DATA_TYPE.LINK, link: 'https://example.org' }),
    'template.link-incomplete',
    at('tituloLink'),
  ],
  [
    'a link with a target',
    asking({ tipoDato: DATA_TYPE.LINK, tituloLink: 'Ordenanza' }),
    'template.link-incomplete',
    at('link'),
  ],
  [
    'no heading that is required',
    asking({ tipoDato: DATA_TYPE.TITLE, required: true }),
    'template.title-not-required',
    at('required'),
  ],
  [
    'no logo on a portable printer',
    { opcionales: { pdfPortablePrint: true }, pdfSettings: { logoChecked: true } },
    'template.logo-with-portable-print',
    field('pdfSettings'),
  ],
  [
    'numbers that keep questions apart',
    { secciones: [section(0, [question(0), question(0)])] },
    'template.broken',
    field('secciones'),
  ],
  [
    'not public and with a citizen',
    { opcionales: { publico: true, ciudadano: true } },
    'option.not-with-citizen',
    option('publico'),
  ],
  [
    'not public and from the citizen portal',
    { opcionales: { publico: true, citizenAssociationFromCitizenPortal: true } },
    'option.not-with-portal',
    option('publico'),
  ],
  [
    'no citizen on a public form',
    { opcionales: { publico: true, ciudadano: true } },
    'option.not-with-public',
    option('ciudadano'),
  ],
  [
    'no citizen portal on a public form',
    { opcionales: { publico: true, citizenAssociationFromCitizenPortal: true } },
    'option.not-with-public',
    option('citizenAssociationFromCitizenPortal'),
  ],
  [
    'no citizen portal beside a citizen',
    { opcionales: { ciudadano: true, citizenAssociationFromCitizenPortal: true } },
    'option.not-with-citizen',
    option('citizenAssociationFromCitizenPortal'),
  ],
  [
    'not with a citizen and from the citizen portal',
    { opcionales: { ciudadano: true, citizenAssociationFromCitizenPortal: true } },
    'option.not-with-portal',
    option('ciudadano'),
  ],
  [
    'a citizen where one is required',
    { opcionales: { ciudadanoRequerido: true } },
    'option.needs-citizen',
    option('ciudadanoRequerido'),
  ],
  [
    'a public form for the automatic download',
    { opcionales: { automaticDownload: true } },
    'option.needs-public',
    option('automaticDownload'),
  ],
  [
    'a public form for the voucher',
    { opcionales: { customizedVoucher: true } },
    'option.needs-public',
    option('customizedVoucher'),
  ],
  [
    'no e-mail with an appointment',
    {
      opcionales: { envioEmail: true, addAppointment: true },
      appointmentGroup: { appointmentData: { id: '1', name: 'a' }, tenantId: 't', tenantUniqueName: 't' },
    },
    'option.not-with-appointment',
    option('envioEmail'),
  ],
  [
    'signatures, where signed answers may be changed',
    { opcionales: { signatureEditableAnswer: true } },
    'option.needs-signature',
    option('signatureEditableAnswer'),
  ],
  [
    'an image that was sent',
    { headerImageURL: `/api/templates/${ID}/images/${'a'.repeat(64)}` },
    'template.image-missing',
    field('headerImageURL'),
  ],
  [
    'no image of another form',
    { headerImageURL: `/api/templates/comercios/images/${'a'.repeat(64)}` },
    'template.image-missing',
    field('headerImageURL'),
  ],
  ['an area that exists', { areas: [`${AREA}-vieja`] }, 'template.area-unknown', field('areas')],
]

/** What the schema of a draft refuses before any rule is asked, and where. */
const SHAPES: readonly (readonly [what: string, draft: object, code: ProblemCode, place: TemplatePlace])[] = [
  [
    'a limit of no responses',
    { ...buildDraft(), opcionales: { limitResponses: true }, responsesCount: 0 },
    'template.responses-count-required',
    field('responsesCount'),
  ],
  [
    'half a response',
    { ...buildDraft(), responsesCount: 1.5 },
    'template.responses-count-required',
    field('responsesCount'),
  ],
  [
    'a signature title of 41 characters',
    { ...buildDraft(), signatures: [{ title: 'x'.repeat(41), indexSignature: 0 }] },
    'signature.title-too-long',
    { kind: 'signature', signature: 0, field: 'title' },
  ],
  [
    'a logo in settings for portable print',
    { ...buildDraft(), pdfSettings: { logoChecked: true, portablePrint: true } },
    'template.logo-with-portable-print',
    field('pdfSettings'),
  ],
  [
    'a kind of signature that there is not',
    { ...buildDraft(), signatures: [{ title: 'x', indexSignature: 0, typeOfSignature: 'sung' }] },
    'template.broken',
    { kind: 'signature', signature: 0, field: 'typeOfSignature' },
  ],
  [
    'a link that runs',
    { ...buildDraft(), headerImageURL: 'javascript:alert(1)' },
    'template.image-missing',
    field('headerImageURL'),
  ],
  [
    'a link that runs in a question',
    { ...buildDraft(), secciones: [{ orden: 0, preguntas: [{ ...question(0), link: 'javascript:alert(1)' }] }] },
    'template.link-unsafe',
    at('link'),
  ],
  [
    'a kind of question that there is not',
    { ...buildDraft(), secciones: [{ orden: 0, preguntas: [{ orden: 0, titulo: 'x', tipoPregunta: 6 }] }] },
    'template.broken',
    at('tipoPregunta'),
  ],
  [
    '501 sections',
    { ...buildDraft(), secciones: Array.from({ length: 501 }, (_, orden) => ({ orden })) },
    'template.too-many',
    field('secciones'),
  ],
  ['an area that is no path', { ...buildDraft(), areas: ['usuarios/ada'] }, 'template.area-unknown', field('areas')],
  ['no sections at all', { titulo: 'x', areas: [AREA] }, 'template.broken', field('secciones')],
  [
    'a switch that is neither on nor off',
    { ...buildDraft(), opcionales: { publico: 'yes' } },
    'template.broken',
    option('publico'),
  ],
]

async function remembering() {
  const world = await buildWorld()
  await remember(world, '102', ['5001'], {
    groupsProcedure: [{ id: '1', name: 'a' }],
    tenantId: 't',
    tenantUniqueName: 't',
  })
  return world
}

describe('a save needs', () => {
  it.each(RULES)('%s', async (_, change, code, place) => {
    const world = await buildWorld()
    const calls = templateCalls(world)
    await calls.create('gil', templateIdOf('B'))
    for (const [id, said] of [
      [ID, await calls.create('gil', ID, buildDraft(change))],
      [templateIdOf('B'), await calls.save('gil', templateIdOf('B'), 1, buildDraft(change))],
    ] as const) {
      expect([said.status, said.code]).toEqual([422, 'template.invalid'])
      expect(said.problems).toContainEqual(expect.objectContaining({ code, place }))
      expect(await world.store.get(keys.template(id))).toEqual(
        id === ID ? undefined : expect.objectContaining({ version: 1 }),
      )
    }
    expect(world.log).toEqual([])
  })

  it('all of it at once, each told in the order of the screen', async () => {
    const calls = templateCalls(await buildWorld())
    const headerImageURL = `/api/templates/${ID}/images/${'a'.repeat(64)}`
    const draft = buildDraft({
      titulo: '',
      areas: [],
      opcionales: { limitResponses: true },
      headerImageURL,
      estados: states('a', 'a'),
      secciones: [],
    })
    const { problems = [] } = await calls.create('gil', ID, draft)
    expect(problems.map(({ code }) => code)).toEqual([
      'template.title-required',
      'template.area-required',
      'state.name-taken',
      'template.responses-count-required',
      'template.image-missing',
      'template.section-required',
    ])
  })

  it.each(SHAPES)('a draft of the right shape, so not %s', async (_, draft, code, place) => {
    const world = await buildWorld()
    const calls = templateCalls(world)
    await calls.create('gil', templateIdOf('B'))
    for (const said of [await calls.create('gil', ID, draft), await calls.save('gil', templateIdOf('B'), 1, draft)]) {
      expect([said.status, said.code]).toEqual([422, 'template.invalid'])
      expect(said.problems).toEqual([expect.objectContaining({ code, place })])
    }
    expect(await world.store.get(keys.template(ID))).toBeUndefined()
    expect(await world.store.get(keys.template(templateIdOf('B')))).toMatchObject({ version: 1 })
  })

  it('a draft at all: what has no place in a form is not understood', async () => {
    const calls = templateCalls(await buildWorld())
    for (const draft of [
      'a form',
      null,
      [],
      7,
      JSON.parse('{"titulo":"x","secciones":[],"__proto__":{}}'),
    ] as unknown[]) {
      expect(await calls.create('gil', ID, draft)).toEqual({ status: 400, code: 'request.malformed' })
    }
    expect(await calls.ask('gil', 'POST', '', { id: 'no id', draft: { ...buildDraft(), responsesCount: 0 } })).toEqual({
      status: 400,
      code: 'request.malformed',
    })
  })

  it('no more room for its problems than a person needs', async () => {
    const wrong = Array.from({ length: 400 }, (_, orden) => ({ orden, titulo: 7, preguntas: 7 }))
    const said = await templateCalls(await buildWorld()).create('gil', ID, { ...buildDraft(), secciones: wrong })
    expect([said.status, (said.problems ?? []).length <= 100]).toEqual([422, true])
    const empty = Array.from({ length: 400 }, (_, orden) => question(orden, { tipoDato: DATA_TYPE.LINK }))
    const broken = await templateCalls(await buildWorld()).create(
      'gil',
      templateIdOf('A'),
      buildDraft({ secciones: [section(0, empty)] }),
    )
    expect([broken.status, broken.problems?.length]).toEqual([422, 100])
  })

  it('nothing more: what is at the limit is saved', async () => {
    const calls = templateCalls(await remembering())
    const draft = buildDraft({
      titulo: 'x'.repeat(75),
      opcionales: { incidentes: true, ciudadano: true, limitResponses: true, digitalSignature: true },
      muniCore: { areaId: '102', username: 'gil', idTipoIncidente: '5001' },
      responsesCount: 1,
      signatures: [{ title: 'x'.repeat(40), indexSignature: 0 }],
      ...asking({ tipoDato: DATA_TYPE.TITLE, required: true, adjuntar: true }),
    })
    expect((await calls.create('gil', ID, draft)).status).toBe(200)
  })

  it.each([
    ['a long title without incidents', { titulo: 'x'.repeat(76) }],
    ['a synchronisation for citizens only', { muniCore: {}, opcionales: { ciudadano: true } }],
    [
      'an agenda that was chosen',
      {
        opcionales: { addAppointment: true },
        appointmentGroup: { appointmentData: { id: '1', name: 'a' }, tenantId: 't', tenantUniqueName: 't' },
      },
    ],
    [
      'incident types for two states',
      {
        titulo: 'x'.repeat(60),
        opcionales: { incidentes: true },
        muniCore: { areaId: '102', perState: true },
        estados: typed('Nuevo', 'Cerrado'),
      },
    ],
    [
      'a public form with download and voucher',
      { opcionales: { publico: true, automaticDownload: true, customizedVoucher: true } },
    ],
    ['a mandatory citizen', { opcionales: { ciudadano: true, ciudadanoRequerido: true } }],
    ['a copy by e-mail', { opcionales: { envioEmail: true } }],
    ['signed answers that may be changed', { opcionales: { digitalSignature: true, signatureEditableAnswer: true } }],
    ['a required question with an attachment', asking({ required: true, adjuntar: true })],
    ['a whole link', asking({ tipoDato: DATA_TYPE.LINK, tituloLink: 'Ordenanza', link: 'https://example.org' })],
    ['no states', { estados: states() }],
  ])('nor does it refuse %s', async (_, change) => {
    const calls = templateCalls(await remembering())
    expect(await calls.create('gil', ID, buildDraft(change))).toMatchObject({ status: 200 })
    expect(await calls.save('gil', ID, 1, buildDraft({ ...change, descripcion: 'x' }))).toMatchObject({
      status: 200,
      template: { version: 2 },
    })
  })
})
