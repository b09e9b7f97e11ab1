import { describe, expect, it } from 'vitest'
import { DATA_TYPE, QUESTION_TYPE } from '#domain/questions/index.ts'
import { keys } from '#domain/store/index.ts'
import { question, section } from '#tests/support/builders/form-parts.ts'
import { buildPlainSubmit, DEVICE, toVersion } from '#tests/support/builders/submit.ts'
import { buildPlainTemplate } from '#tests/support/builders/template.ts'
import { buildDraft, templateCalls, templateIdOf } from '#tests/support/server/templates.ts'
import { buildWorld } from '#tests/support/server/world.ts'

/** Part 2, point 4: the server refuses changes that answers lock, whatever the sender's editor allowed. */
const ID = templateIdOf('A')
const options = ['Bueno', 'Malo'].map((texto, orden) => ({ orden, texto }))
const asked = [question(0, { titulo: 'Nombre' }), question(1, { tipoPregunta: QUESTION_TYPE.RADIO, opciones: options })]
const blocks = [
  { type: 'text', orden: 0, content: 'Vive con', style: 'normal' },
  { type: 'input', orden: 1, name: 'Cuántas', tipoPregunta: QUESTION_TYPE.OPEN },
]
const combined = { ...question(0), tipoPregunta: QUESTION_TYPE.COMBINED, combinedQuestions: blocks }
const conditions = [
  { order: 0, condition: 'Bar', questions: [question(0), question(1, { titulo: 'Mesas' })] },
  { order: 1, condition: 'Depósito', questions: [question(0, { titulo: 'Metros' })] },
]
const asking = (list: readonly object[]) => section(1, [], { conditionalSection: true, conditions: list as never })
const conditional = asking(conditions)
/** The first section with other questions. */
const first = (...questions: readonly object[]) => ({ secciones: [section(0, questions as never), conditional] })
const [bar, depot] = conditions
const states = [
  { id: 0, nombre: 'Abierto', transiciones: [1] },
  { id: 1, nombre: 'Cerrado', transiciones: [] },
]
const signatures = ['Titular', 'Testigo'].map((title, indexSignature) => ({ title, indexSignature }))
const draftOf = (editableForm: boolean, change: object = {}) =>
  buildDraft({
    opcionales: { editableForm },
    signatures,
    estados: { disponibles: states, inicial: 0 },
    secciones: [section(0, asked), conditional],
    ...change,
  })

async function answered(editableForm: boolean, answers = 1) {
  const world = await buildWorld()
  const calls = templateCalls(world)
  expect((await calls.create('gil', ID, draftOf(editableForm))).status).toBe(200)
  await world.put(keys.templateCounter(ID), { count: answers })
  return { world, calls }
}

const FORBIDDEN: readonly (readonly [what: string, change: object, code: string])[] = [
  [
    'a new section',
    { secciones: [section(0, asked), conditional, section(2, [question(0)])] },
    'template.structure-locked',
  ],
  ['a section less', { secciones: [section(0, asked)] }, 'template.structure-locked'],
  ['a new question', { secciones: [section(0, [...asked, question(2)]), conditional] }, 'template.structure-locked'],
  ['a question less', { secciones: [section(0, asked.slice(0, 1)), conditional] }, 'template.structure-locked'],
  [
    'another kind of question',
    { secciones: [section(0, [{ ...asked[0], tipoPregunta: QUESTION_TYPE.BOOLEAN }, asked[1]] as never), conditional] },
    'template.structure-locked',
  ],
  [
    'an option less',
    { secciones: [section(0, [asked[0], { ...asked[1], opciones: options.slice(0, 1) }] as never), conditional] },
    'template.structure-locked',
  ],
  [
    'another number of a question',
    { secciones: [section(0, [question(5, { titulo: 'Nombre' }), { ...asked[1], orden: 6 }] as never), conditional] },
    'template.structure-locked',
  ],
  [
    'sections in another order',
    { secciones: [{ ...conditional, orden: 0 }, section(1, asked)] },
    'template.structure-locked',
  ],
  [
    'questions in another order',
    first({ ...asked[1], orden: 0 }, { ...asked[0], orden: 1 }),
    'template.structure-locked',
  ],
  [
    'another kind of data',
    first({ ...asked[0], tipoDato: DATA_TYPE.DATE }, asked[1] ?? {}),
    'template.structure-locked',
  ],
  [
    'options in another order',
    first(asked[0] ?? {}, { ...asked[1], opciones: options.toReversed().map((one, orden) => ({ ...one, orden })) }),
    'template.structure-locked',
  ],
  [
    'a section of the other type',
    { secciones: [section(0, asked, { conditionalSection: true, conditions: conditions as never }), conditional] },
    'template.structure-locked',
  ],
  [
    'a new condition',
    { secciones: [section(0, asked), asking([...conditions, { order: 2, condition: 'Otro' }])] },
    'template.structure-locked',
  ],
  ['a condition less', { secciones: [section(0, asked), asking([bar ?? {}])] }, 'template.structure-locked'],
  [
    'conditions in another order',
    {
      secciones: [
        section(0, asked),
        asking([
          { ...depot, order: 0 },
          { ...bar, order: 1 },
        ]),
      ],
    },
    'template.structure-locked',
  ],
  [
    'a new question under a condition',
    {
      secciones: [
        section(0, asked),
        asking([{ ...bar, questions: [...(bar?.questions ?? []), question(2)] }, depot ?? {}]),
      ],
    },
    'template.structure-locked',
  ],
  [
    'a question less under a condition',
    { secciones: [section(0, asked), asking([{ ...bar, questions: [question(0)] }, depot ?? {}])] },
    'template.structure-locked',
  ],
  [
    'a section that repeats',
    { secciones: [section(0, asked, { repetible: true }), conditional] },
    'template.structure-locked',
  ],
  ['a signature less', { signatures: signatures.slice(0, 1) }, 'template.structure-locked'],
  [
    'signatures in another order',
    { signatures: signatures.toReversed().map((one, indexSignature) => ({ ...one, indexSignature })) },
    'template.structure-locked',
  ],
  [
    'a new state',
    { estados: { disponibles: [...states, { id: 2, nombre: 'Otro', transiciones: [] }], inicial: 0 } },
    'template.states-locked',
  ],
  [
    'a state less',
    { estados: { disponibles: [{ id: 0, nombre: 'Abierto', transiciones: [] }], inicial: 0 } },
    'template.states-locked',
  ],
  ['another initial state', { estados: { disponibles: states, inicial: 1 } }, 'template.states-locked'],
]

const ALLOWED: readonly (readonly [what: string, change: object])[] = [
  ['a title', { titulo: 'Otro' }],
  [
    'the text of a question',
    { secciones: [section(0, [{ ...asked[0], titulo: 'Razón social' }, asked[1]] as never), conditional] },
  ],
  ['the name of a state', { estados: { disponibles: [{ ...states[0], nombre: 'Ingresado' }, states[1]], inicial: 0 } }],
  [
    'the words of a condition',
    { secciones: [section(0, asked), asking([{ ...bar, condition: 'Bar o café' }, depot ?? {}])] },
  ],
  ['whether a question is required', first({ ...asked[0], required: true }, asked[1] ?? {})],
  ['the title of a signature', { signatures: signatures.map((one) => ({ ...one, title: `${one.title} *` })) }],
  ['a transition', { estados: { disponibles: [states[0], { ...states[1], transiciones: [0] }], inicial: 0 } }],
  ['the option that allows edits', { opcionales: { editableForm: false } }],
]

describe('a form with answers that may be edited', () => {
  it.each(FORBIDDEN)('does not take %s', async (_, change, code) => {
    const { world, calls } = await answered(true)
    const said = await calls.save('gil', ID, 1, draftOf(true, change))
    expect([said.status, said.code]).toEqual([422, 'template.invalid'])
    expect(said.problems?.map((problem) => problem.code)).toContain(code)
    expect(await world.store.get(keys.template(ID))).toMatchObject({ version: 1 })
  })

  it.each(ALLOWED)('takes %s', async (_, change) => {
    const { calls } = await answered(true)
    expect((await calls.save('gil', ID, 1, draftOf(true, change))).template).toMatchObject({ version: 2 })
  })

  it('is edited by anybody with the right, not by its author only', async () => {
    const { calls } = await answered(true)
    expect((await calls.save('sofia', ID, 1, draftOf(true, { titulo: 'Otro' }))).status).toBe(200)
  })
})

describe('a form with answers that may not be edited', () => {
  it.each([
    ...FORBIDDEN,
    ...ALLOWED.slice(0, -1),
    ['its own unlocking', { opcionales: { editableForm: true } }],
  ] as (readonly [string, object])[])('does not take %s', async (_, change) => {
    const { world, calls } = await answered(false)
    const said = await calls.save('gil', ID, 1, draftOf(false, change))
    expect([said.status, said.problems?.[0]?.code]).toEqual([422, 'template.locked'])
    expect(await world.store.get(keys.template(ID))).toMatchObject({ version: 1 })
  })
})

describe('a combined question of a form with answers', () => {
  it.each([
    ['a block more', [...blocks, { type: 'break', orden: 2 }], 422],
    ['a block less', blocks.slice(0, 1), 422],
    ['blocks in another order', blocks.toReversed().map((block, orden) => ({ ...block, orden })), 422],
    ['a field of another type', [blocks[0], { ...blocks[1], tipoPregunta: QUESTION_TYPE.BOOLEAN }], 422],
    ['other words', [{ ...blocks[0], content: 'Convive con' }, blocks[1]], 200],
  ])('with %s', async (_, combinedQuestions, status) => {
    const { world, calls } = await answered(true, 0)
    await world.put(keys.remoteConfig, { show_new_type_question: true })
    expect((await calls.save('gil', ID, 1, draftOf(true, first(combined)))).status).toBe(200)
    await world.put(keys.templateCounter(ID), { count: 1 })
    const said = await calls.save('gil', ID, 2, draftOf(true, first({ ...combined, combinedQuestions })))
    expect([said.status, said.problems?.map(({ code }) => code)]).toEqual([
      status,
      status === 422 ? ['template.structure-locked'] : undefined,
    ])
  })
})

describe('the locks', () => {
  it('come with an answer that a device has sent', async () => {
    const world = await buildWorld()
    const calls = templateCalls(world)
    const plain = buildPlainTemplate()
    const body = { protocol: 1, device: DEVICE, account: 'ines', mutations: [toVersion(buildPlainSubmit(1), plain)] }
    const pushed = await world.ask('POST', '/api/sync/push', { cookie: await world.signIn('ines'), body })
    expect(await pushed.json()).toMatchObject({ results: [{ status: 'applied' }] })
    const said = await calls.save('gil', plain.id, plain.version, { ...plain, titulo: 'Otro' })
    expect([said.status, said.problems?.map(({ code }) => code)]).toEqual([422, ['template.locked']])
  })

  it('come with the first answer, and go with the last', async () => {
    const { world, calls } = await answered(false, 0)
    expect(await calls.open('gil', ID)).toMatchObject({ answers: 0 })
    expect((await calls.save('gil', ID, 1, draftOf(false, { titulo: 'a' }))).status).toBe(200)
    await world.put(keys.templateCounter(ID), { count: 1 })
    expect(await calls.open('gil', ID)).toMatchObject({ answers: 1 })
    expect((await calls.save('gil', ID, 2, draftOf(false, { titulo: 'b' }))).status).toBe(422)
    await world.put(keys.templateCounter(ID), { count: 0 })
    expect((await calls.save('gil', ID, 2, draftOf(false, { titulo: 'b' }))).status).toBe(200)
  })

  it('are those of the stored form: a save cannot unlock itself', async () => {
    const { calls } = await answered(false)
    expect((await calls.save('gil', ID, 1, draftOf(true, { titulo: 'b' }))).status).toBe(422)
  })
})
