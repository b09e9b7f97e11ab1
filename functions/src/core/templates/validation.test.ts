import { describe, expect, it } from 'vitest'
import { DATA_TYPE, QUESTION_TYPE } from '#domain/questions/index.ts'
import { question, section } from '#tests/support/builders/form-parts.ts'
import { AREA } from '#tests/support/builders/template.ts'
import { buildDraft, remember, templateCalls, templateIdOf } from '#tests/support/server/templates.ts'
import { buildWorld } from '#tests/support/server/world.ts'
import { type DraftRule, expectRefused } from '#tests/support/server/refused-drafts.ts'
import { field, at } from '#tests/support/builders/template-places.ts'

/**
 * Every rule of part 2, point 5: the API refuses with the editor's own function, reports the place, and writes nothing.
 */
const ID = templateIdOf('A')
const asking = (change: object) => ({ secciones: [section(0, [question(0, change)])] })
const states = (...nombres: readonly string[]) => ({
  disponibles: nombres.map((nombre, id) => ({ id, nombre, transiciones: [] })),
  inicial: nombres.length > 0 ? 0 : null,
})
const typed = (...nombres: readonly string[]) => ({
  ...states(...nombres),
  disponibles: states(...nombres).disponibles.map((state) => ({ ...state, idTipoIncidente: '5001' })),
})
const RULES: readonly DraftRule[] = [
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
  it.each(RULES)('%s', async (_, change, code, place) => expectRefused(change, code, place))

  it('all of it at once, each reported in the order of the screen', async () => {
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
