import { describe, expect, it } from 'vitest'
import { DATA_TYPE } from '#domain/questions/index.ts'
import type { ProblemCode } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import type { TemplatePlace } from '#domain/templates/index.ts'
import { question, section } from '#tests/support/builders/form-parts.ts'
import { AREA } from '#tests/support/builders/template.ts'
import { buildDraft, templateCalls, templateIdOf } from '#tests/support/server/templates.ts'
import { buildWorld } from '#tests/support/server/world.ts'
import { field, at, option } from '#tests/support/builders/template-places.ts'

/**
 * Every rule of part 2, point 5: the API refuses with the editor's own function, reports the place, and writes nothing.
 */
const ID = templateIdOf('A')
/** Drafts that the schema refuses before any rule is checked, with the place. */
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

describe('a save needs a draft', () => {
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
})
