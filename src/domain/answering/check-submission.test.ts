import { describe, expect, it } from 'vitest'
import { buildPlainSubmit, buildSubmit, claimFor, PHOTO, SIGNATURE } from '#tests/support/builders/submit.ts'
import { buildTemplate } from '#tests/support/builders/template.ts'
import { citizenSchema } from '../citizens/index.ts'
import { PUBLIC_AUTHOR } from '../kernel/author.ts'
import { type SubmitMutation, submitMutationSchema } from './submission.ts'
import { checkSubmission } from './check-submission.ts'

const template = buildTemplate()
const submit = buildSubmit()

type Content = SubmitMutation['content']
const withContent = (change: (content: Content) => unknown): SubmitMutation =>
  submitMutationSchema.parse({ ...submit, content: change(structuredClone(submit.content)) })
const withValue = (address: string, value: unknown): SubmitMutation =>
  withContent((content) => ({ ...content, values: { ...content.values, [address]: value } }))
const withoutValue = (address: string): SubmitMutation =>
  withContent((content) => ({
    ...content,
    values: Object.fromEntries(Object.entries(content.values).filter(([at]) => at !== address)),
  }))

const refusal = (changed: SubmitMutation): string | null => {
  const checked = checkSubmission(template, changed)
  return checked.ok ? null : checked.problem.code
}

describe('a submission', () => {
  it('is taken when every required thing is there', () => {
    expect(checkSubmission(template, submit)).toEqual({ ok: true, value: undefined })
  })

  it.each([
    ['a section that the form does not have', withValue('9/0', { respuesta: 'x' })],
    ['a question that the section does not have', withValue('0/99', { respuesta: 'x' })],
    ['a row that was not added', withValue('1/r1/0', { respuesta: 'x' })],
    ['a row of a section that does not repeat', withValue('0/r0/0', { respuesta: 'x' })],
    ['a condition that is not checked', withValue('2/c1/0', { respuesta: 'x' })],
    ['a conditional section as if it were plain', withValue('2/0', { respuesta: 'x' })],
    ['rows of a section that does not repeat', withContent((content) => ({ ...content, rows: { '0': 2 } }))],
    ['conditions of a section that has none', withContent((content) => ({ ...content, conditions: { '0': [0] } }))],
    ['a condition that does not exist', withContent((content) => ({ ...content, conditions: { '2': [0, 7] } }))],
    ['one condition twice', withContent((content) => ({ ...content, conditions: { '2': [0, 0] } }))],
  ])('cannot answer %s', (_what, changed) => {
    expect(refusal(changed)).toBe('answer.unknown-address')
  })

  it.each([
    ['letters as an integer', withValue('0/1', { respuesta: 'cuatro' })],
    ['three decimals', withValue('0/2', { respuesta: '1,234' })],
    ['a date that does not exist', withValue('0/3', { respuesta: '2027-02-30' })],
    ['an option that is not offered', withValue('0/4', { chosen: [9] })],
    ['two options of a single choice', withValue('0/5', { chosen: [0, 1] })],
    ['text for a yes or no', withValue('0/6', { respuesta: 'sí' })],
    ['a photo where none can be attached', withValue('0/1', { imagen: PHOTO.sha256 })],
  ])('cannot have %s', (_what, changed) => {
    expect(refusal(changed)).toBe('answer.wrong-value')
  })

  it.each([
    ['a required answer', withoutValue('0/0')],
    ['a required answer that is only blanks', withValue('0/0', { respuesta: '  \t' })],
    ['a required answer in a repeated row', withoutValue('1/r0/0')],
    ['a required answer under a checked condition', withoutValue('2/c0/0')],
    ['a required photo, whatever was typed', { ...withValue('0/7', { respuesta: 'sin foto' }), files: [SIGNATURE] }],
    [
      'a required condition',
      withContent(({ values, rows }) => ({ values: dropConditional(values), rows, conditions: {} })),
    ],
    ['a required signature', { ...submit, header: { signatures: [] }, files: [PHOTO] }],
    [
      'the name of who signed',
      { ...submit, header: { signatures: submit.header.signatures.map((one) => ({ ...one, lastName: ' ' })) } },
    ],
  ])('is incomplete without %s', (_what, changed) => {
    expect(refusal(changed)).toBe('answer.incomplete')
  })

  it.each([
    ['names a file that it does not describe', { ...submit, files: [PHOTO] }],
    ['describes a file that it does not name', { ...submit, files: [PHOTO, SIGNATURE, claimFor('another')] }],
    ['describes one file twice', { ...submit, files: [PHOTO, PHOTO, SIGNATURE] }],
  ])('is refused when it %s', (_what, changed) => {
    expect(refusal(changed)).toBe('file.missing')
  })

  it('cannot pass a document off as a photo', () => {
    expect(refusal({ ...submit, files: [{ ...PHOTO, type: 'image/svg+xml' }, SIGNATURE] })).toBe('file.wrong-type')
  })

  it('cannot have a signature that is no picture', () => {
    expect(refusal({ ...submit, files: [PHOTO, { ...SIGNATURE, type: 'application/pdf' }] })).toBe('file.wrong-type')
  })

  it.each([
    ['image/jpeg', 1000, 'file.wrong-type'],
    ['image/png', 1024 * 1024, null],
    ['image/png', 1024 * 1024 + 1, 'file.too-large'],
  ])('has a signature that is a PNG of 1 MB at most: %s of %i bytes', (type, bytes, code) => {
    expect(refusal({ ...submit, files: [PHOTO, { ...SIGNATURE, type, bytes }] })).toBe(code)
  })

  it.each([
    ['documento', 'application/pdf', 5, null],
    ['documento', 'application/pdf', 5.1, 'file.too-large'],
    ['documento', 'application/vnd.google-earth.kmz', 50, null],
    ['documento', 'video/mp4', 1, 'file.wrong-type'],
    ['documento', 'image/png', 1, 'file.wrong-type'],
    ['documento', 'application/octet-stream', 1, null],
    ['video', 'video/mp4', 50, null],
    ['video', 'application/pdf', 1, 'file.wrong-type'],
    ['imagen', 'image/png', 5, null],
    ['imagen', 'image/png', 5.1, 'file.too-large'],
    ['imagen', 'application/octet-stream', 1, 'file.wrong-type'],
  ])('has in each place what the place takes: as %s a %s of %f MB', (field, type, megabytes, code) => {
    const flags = { imagen: 'adjuntar', documento: 'adjuntarDocumento', video: 'adjuntarVideo' } as const
    const asked = { orden: 0, titulo: 'Adjunto', tipoPregunta: 1, [flags[field as keyof typeof flags]]: true }
    const form = buildTemplate({}, { secciones: [{ orden: 0, preguntas: [asked] }], signatures: [] })
    const claim = { ...PHOTO, type, bytes: Math.floor(megabytes * 1024 * 1024) }
    const sent = submitMutationSchema.parse({
      ...buildPlainSubmit(),
      content: { values: { '0/0': { [field]: claim.sha256 } }, conditions: {}, rows: {} },
      files: [claim],
    })
    const checked = checkSubmission(form, sent)
    expect(checked.ok ? null : checked.problem.code).toBe(code)
  })

  it('cannot ask for rows without end: a few bytes would become a document that fills the memory', () => {
    const rows = (count: number, filled: number): SubmitMutation =>
      withContent((content) => ({
        ...content,
        values: {
          ...content.values,
          ...Object.fromEntries(Array.from({ length: filled }, (_, row) => [`1/r${row}/0`, { respuesta: 'x' }])),
        },
        rows: { '1': count },
      }))
    const wide = buildTemplate(
      {},
      {
        secciones: template.secciones.map((section) => ({
          ...section,
          preguntas: section.preguntas.map((one) => ({ ...one, required: false, titulo: 'x'.repeat(2000) })),
        })),
      },
    )
    let looks = 0
    const watched = {
      ...wide,
      secciones: wide.secciones.map((section) =>
        Object.defineProperty({ ...section }, 'preguntas', {
          enumerable: true,
          get: () => {
            looks += 1
            return section.preguntas
          },
        }),
      ),
    }
    expect(checkSubmission(watched, rows(9999, 9999))).toMatchObject({ problem: { code: 'answer.too-large' } })
    expect(checkSubmission(watched, rows(9999, 0))).toMatchObject({ problem: { code: 'answer.too-many-empty-rows' } })
    // The questions of a section are read once, not once per row.
    expect(looks).toBeLessThanOrEqual(wide.secciones.length)
    expect(checkSubmission(wide, rows(500, 450))).toMatchObject({ ok: true })
    expect(checkSubmission(wide, rows(500, 449))).toMatchObject({
      problem: { code: 'answer.too-many-empty-rows', details: { limit: 50 } },
    })
  })

  it('cannot have more text than one request can carry', () => {
    const text = 'x'.repeat(100_000)
    const long = buildTemplate(
      {},
      {
        secciones: [
          { orden: 0, preguntas: Array.from({ length: 25 }, (_, orden) => ({ orden, titulo: '', tipoPregunta: 1 })) },
        ],
        signatures: [],
      },
    )
    const values = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, orden) => [`0/${orden}`, { respuesta: text }]))
    const filled = (count: number) =>
      ({ ...buildPlainSubmit(), content: { values: values(count), conditions: {}, rows: {} } }) as SubmitMutation
    expect(checkSubmission(long, filled(20)).ok).toBe(true)
    expect(checkSubmission(long, filled(25))).toMatchObject({ problem: { code: 'answer.too-large' } })
    // The server's limits are lower without an account: the user learns that before the answer is reported as saved.
    const ofPublic = (count: number): SubmitMutation => ({ ...filled(count), author: PUBLIC_AUTHOR })
    expect([checkSubmission(long, ofPublic(2)).ok, checkSubmission(long, ofPublic(3)).ok]).toEqual([true, false])
  })

  it('may not hold more than a request is read with', () => {
    const opciones = Array.from({ length: 2000 }, (_, orden) => ({ orden, texto: `Street ${orden}` }))
    const asked = Array.from({ length: 60 }, (_, orden) => ({ orden, titulo: 'Where', tipoPregunta: 2, opciones }))
    const long = buildTemplate({}, { signatures: [], opcionales: {}, secciones: [{ orden: 0, preguntas: asked }] })
    const chosen = opciones.map(({ orden }) => orden)
    const values = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`0/${at}`, { chosen }]))
    const filled = (count: number) =>
      ({ ...buildPlainSubmit(), content: { values: values(count), conditions: {}, rows: {} } }) as SubmitMutation
    expect(checkSubmission(long, filled(49))).toEqual({ ok: true, value: undefined })
    expect(checkSubmission(long, filled(51))).toMatchObject({ problem: { code: 'answer.too-large' } })
  })

  it.each(['\u0000', '\ud800'])('cannot have %j in a name or an address: no export survives it', (text) => {
    const citizen = { ...submit.header, citizen: citizenSchema.parse({ nombre: `Ana${text}` }) }
    const location = { ...submit.header, location: { direccion: text } }
    const signatures = submit.header.signatures.map((one) => ({ ...one, lastName: `Paz${text}` }))
    for (const header of [citizen, location, { ...submit.header, signatures }])
      expect(refusal({ ...submit, header })).toBe('answer.wrong-value')
  })

  it('may only start in the initial state, unless the form lets its author pick', () => {
    const inState = (state: number): SubmitMutation => ({ ...submit, header: { ...submit.header, state } })
    expect(refusal(inState(0))).toBeNull()
    expect(refusal(inState(1))).toBe('answer.state-unknown')
    const incidents = buildTemplate({}, { opcionales: { digitalSignature: true, incidentes: true } })
    expect([
      checkSubmission(incidents, inState(0)).ok,
      checkSubmission(incidents, inState(1)).ok,
      checkSubmission(incidents, submit).ok,
    ]).toEqual([true, false, true])
  })

  it.each([
    ['the form says so', { muniCore: { perState: true } }],
    [
      'its states have types',
      {
        estados: {
          ...template.estados,
          disponibles: template.estados.disponibles.map((state) => ({ ...state, idTipoIncidente: `9${state.id}` })),
        },
      },
    ],
  ])('must pick one of the states where each makes incidents of its own: %s', (_how, change) => {
    const picking = buildTemplate({}, { opcionales: { digitalSignature: true, incidentes: true }, ...change })
    const codes = [undefined, 0, 1, 2].map((state) => {
      const checked = checkSubmission(picking, { ...submit, header: { ...submit.header, state } } as SubmitMutation)
      return checked.ok ? 'ok' : checked.problem.code
    })
    expect(codes).toEqual(['answer.incomplete', 'ok', 'ok', 'answer.state-unknown'])
    // Without incidents, or without a state to pick, nothing is asked.
    for (const without of [{ opcionales: { digitalSignature: true } }, { estados: { disponibles: [] } }]) {
      expect(
        checkSubmission(
          buildTemplate({}, { opcionales: { digitalSignature: true, incidentes: true }, ...change, ...without }),
          submit,
        ).ok,
      ).toBe(true)
    }
  })
})

function dropConditional(values: Content['values']): Content['values'] {
  return Object.fromEntries(Object.entries(values).filter(([at]) => !at.startsWith('2/'))) as Content['values']
}
