import fc from 'fast-check'
import { composeAnswer, type SubmitMutation } from '#domain/answering/index.ts'
import type { AnswerValues, Answer } from '#domain/answers/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import { toInstant, type AreaPath } from '#domain/kernel/index.ts'
import { buildUser } from './builders/people.ts'
import { buildSubmit, toVersion } from './builders/submit.ts'
import { AREA, buildTemplate, OTHER_AREA } from './builders/template.ts'
import { there } from './there.ts'

const FIRST = buildTemplate()
const [plain, repeated, conditional] = FIRST.secciones.map(there)

/** The second version: another option, a question of another kind, one removed, and a section added. */
const SECOND = buildTemplate(
  { version: 2 },
  {
    secciones: [
      {
        ...there(plain),
        preguntas: there(plain).preguntas.flatMap((question): readonly object[] => {
          if (question.orden === 3) return []
          if (question.orden === 4)
            return [{ ...question, opciones: [...question.opciones.slice(1), { orden: 9, texto: 'Kiosco' }] }]
          return [question.orden === 1 ? { ...question, tipoDato: 1 } : question]
        }),
      },
      conditional,
      { ...there(repeated), orden: 1 },
      {
        orden: 3,
        titulo: 'Más',
        repetible: true,
        preguntas: ['Ruido', 'Humo'].map((titulo, orden) => ({ orden, titulo, tipoPregunta: 4 })),
      },
    ],
  },
)
export const STATISTICS_VERSIONS: readonly FormTemplate[] = [SECOND, FIRST]

/** A time zone whose clock changes at midnight, of a third municipality. */
export const TIME_ZONE = 'America/Santiago'
const AROUND_CHANGE = Date.parse('2026-09-05T00:00:00.000Z')
const HOUR = 3_600_000

const text = fc.constantFrom('Bar El Puente', 'bar el puente ', 'Kiosco  Sol', 'Ñandú', '')
const number = fc.constantFrom('4', '007', '0', '12345678901234567890', '250', '')
const decimal = fc.constantFrom('82,50', '0,01', '1000000,3', '')
const day = fc.constantFrom('2027-03-01', '2026-12-31', '1999-01-01', '')
const among = (orders: readonly number[]) => fc.subarray([...orders])

const rows = fc.nat(3)
const plainValues = fc.record({
  '0/0': text.map((respuesta) => ({ respuesta })),
  '0/1': number.map((respuesta) => ({ respuesta })),
  '0/2': decimal.map((respuesta) => ({ respuesta })),
  '0/3': day.map((respuesta) => ({ respuesta })),
  '0/4': among([0, 1, 2]).map((chosen) => ({ chosen })),
  '0/5': fc.constantFrom([0], [1], []).map((chosen) => ({ chosen })),
  '0/6': fc.constantFrom({ respuesta: true }, { respuesta: false }, {}),
})

/** A person's answers to a version of the form. */
function contentFor(version: number): fc.Arbitrary<AnswerValues> {
  return fc
    .record({
      values: plainValues,
      conditions: among([0, 1]),
      more: rows,
      noise: rows,
      texts: fc.array(text, { minLength: 8, maxLength: 8 }),
      noisy: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
    })
    .map(({ values, conditions, more, noise, texts, noisy }) => {
      const { '0/3': date, '0/4': chosen, ...others } = values
      const first = version === 1
      return {
        values: {
          ...others,
          ...(first
            ? { '0/3': date, '0/4': chosen }
            : { '0/4': { chosen: chosen.chosen.filter((one) => one !== 0).concat(texts[7] === '' ? [] : [9]) } }),
          '1/0': { respuesta: texts[0] ?? '' },
          ...Object.fromEntries(
            Array.from({ length: more }, (_, row) => [`1/r${row}/0`, { respuesta: texts[row + 1] ?? '' }]),
          ),
          ...Object.fromEntries(conditions.map((order) => [`2/c${order}/0`, { respuesta: texts[order + 5] ?? '' }])),
          ...(first ? {} : { '3/0': { respuesta: noisy[3] ?? false }, '3/1': { respuesta: noisy[0] ?? false } }),
          ...(first
            ? {}
            : Object.fromEntries(
                Array.from({ length: noise }, (_, row) => [`3/r${row}/0`, { respuesta: noisy[row] ?? false }]),
              )),
        },
        conditions: conditions.length === 0 ? {} : { '2': conditions },
        rows: { '1': more, ...(first ? {} : { '3': noise }) },
      } as unknown as AnswerValues
    })
}

export type Written = { readonly seed: number; readonly answer: Answer }

/** An answer after any changes. */
export const someAnswer: fc.Arbitrary<Written> = fc
  .record({ seed: fc.integer({ min: 1, max: 6 }), version: fc.constantFrom(1, 2) })
  .chain(({ seed, version }) =>
    fc
      .record({
        content: contentFor(version),
        hour: fc.integer({ min: 0, max: 80 }),
        changed: fc.integer({ min: 0, max: 200 }),
        area: fc.constantFrom<AreaPath>(AREA, OTHER_AREA),
        author: fc.constantFrom('ines', 'olga', 'carla'),
        isPortal: fc.boolean(),
        isLocated: fc.boolean(),
        moved: fc.nat(2),
        corrected: fc.boolean(),
        isClashing: fc.boolean(),
      })
      .map(({ content, hour, changed, area, author, isPortal, isLocated, moved, corrected, isClashing }) => {
        const template = there(STATISTICS_VERSIONS.find((one) => one.version === version))
        const submit: SubmitMutation = toVersion(buildSubmit(seed, { content }), template)
        const created = toInstant(AROUND_CHANGE + hour * HOUR)
        const made = composeAnswer(template, submit, { code: `VIS${seed}`, now: created, author: buildUser(author) })
        const states = there(made.estados)
        const entry = (stateId: number, at: number) => ({
          date: toInstant(AROUND_CHANGE + at * HOUR),
          userName: 'sofia',
          stateId,
          stateName: there(states.disponibles[stateId]).nombre,
        })
        const answer: Answer = {
          ...made,
          fechaCreacion: created,
          receivedAt: created,
          lastUpdate: toInstant(AROUND_CHANGE + (hour + changed) * HOUR),
          areas: [area],
          areaInfo: { nombre: area.split('/').at(-1) ?? '' },
          authorId: author as Answer['authorId'],
          creadoPor: author,
          ...(isPortal ? { portalCiudadanoData: {} } : {}),
          ...(isLocated
            ? { ubicacion: { latlng: { latitude: -31, longitude: -64 }, direccion: 'San Martín 12' } }
            : {}),
          // An open conflict.
          conflicts: isClashing ? [{ kind: 'open' }] : [],
          estados: {
            ...states,
            actual: moved % 2,
            history: Array.from({ length: moved + 1 }, (_, at) => entry(at % 2, hour + at * 7)),
          },
          editsBySupervisor: corrected
            ? [
                {
                  madeBy: { userName: 'sofia', name: 'Sofía' },
                  sentDateTime: created,
                  editedConditions: [],
                  editedImages: [],
                  editedDocuments: [],
                  editedAnswers: { answers: [{ sectionOrder: 0, order: 2, title: 'Superficie', answer: '1' }] },
                },
              ]
            : [],
        } as unknown as Answer
        return { seed, answer }
      }),
  )

/** An event of a form's answers: writing one, whether it existed or not, or deleting an existing one. */
export type Happening =
  { readonly kind: 'written'; readonly written: Written } | { readonly kind: 'gone'; readonly seed: number }
export const someHistory: fc.Arbitrary<readonly Happening[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: someAnswer.map((written) => ({ kind: 'written', written }) as const) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 6 }).map((seed) => ({ kind: 'gone', seed }) as const) },
  ),
  { minLength: 1, maxLength: 30, size: 'max' },
)
