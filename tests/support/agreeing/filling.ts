import type { AnswerValues, QuestionValue } from '#domain/answers/index.ts'
import { DATA_TYPE, type Question, QUESTION_TYPE, listAcceptedAttachments } from '#domain/questions/index.ts'
import { type Citizen, citizenSchema, LEGAL_ENTITY_SURNAME } from '#domain/citizens/index.ts'
import type { Location } from '#domain/places/index.ts'
import { asksForCitizen, asksForState, listAskedQuestions } from '#domain/answering/index.ts'
import type { AnsweringSession } from '#features/answering/session.ts'
import { withAnswerValue } from '#features/answering/controls/control.ts'
import { setCondition, setHeader, updateSignature, setValue } from '#features/answering/form/form-actions.ts'
import { attach, draw } from './files.ts'
import { there } from '../there.ts'
import { PERSON, POINT, TEXTS } from './words.ts'

/** A valid answer to the question, without attachments. */
export function fitting({ tipoPregunta, tipoDato, combinedQuestions, opciones }: Question): QuestionValue {
  switch (tipoPregunta) {
    case QUESTION_TYPE.SELECT:
      return { chosen: [0, 2] }
    case QUESTION_TYPE.RADIO:
      return { chosen: [opciones.length - 1] }
    case QUESTION_TYPE.BOOLEAN:
      return { respuesta: false }
    case QUESTION_TYPE.COMBINED: {
      const inputs = combinedQuestions?.filter((item) => item.type === 'input') ?? []
      return {
        combined: Object.fromEntries(
          inputs.map((item) => [
            String(item.orden),
            item.tipoPregunta === QUESTION_TYPE.RADIO
              ? { chosen: [1] }
              : { respuesta: item.tipoPregunta === QUESTION_TYPE.BOOLEAN ? true : '7341' },
          ]),
        ),
      }
    }
    case QUESTION_TYPE.OPEN:
      if (tipoDato === DATA_TYPE.TITLE || tipoDato === DATA_TYPE.LINK) return {}
      return { respuesta: TEXTS[tipoDato] }
  }
}

/** A different valid answer. */
export function otherFitting({ tipoPregunta, tipoDato }: Question): QuestionValue | undefined {
  if (tipoPregunta === QUESTION_TYPE.BOOLEAN) return { respuesta: true }
  if (tipoPregunta === QUESTION_TYPE.SELECT) return { chosen: [1] }
  if (tipoPregunta !== QUESTION_TYPE.OPEN || tipoDato === DATA_TYPE.TITLE || tipoDato === DATA_TYPE.LINK)
    return undefined
  return {
    respuesta: {
      ...TEXTS,
      [DATA_TYPE.STRING]: 'otra',
      [DATA_TYPE.NUMBER]: '8',
      [DATA_TYPE.DECIMAL]: '8',
      [DATA_TYPE.DATE]: '2028-01-01',
      [DATA_TYPE.TIME]: '08:00',
    }[tipoDato],
  }
}

/** Values for a field of a combined question: valid, invalid or none. */
export function inputValues({
  combinedQuestions = [],
}: Question): readonly { readonly order: string; readonly value: QuestionValue | undefined }[] {
  const inputs = combinedQuestions.filter((item) => item.type === 'input')
  const values: readonly (QuestionValue | undefined)[] = [
    { respuesta: '7341' },
    { respuesta: true },
    { chosen: [2] },
    undefined,
  ]
  return values.flatMap((value) => inputs.map(({ orden }) => ({ order: String(orden), value })))
}

/** Index in FILES of a valid file for each place. */
const FIT = { imagen: 0, documento: 3, video: 5 } as const

const CITIZENS: readonly Partial<Citizen>[] = [
  PERSON,
  { tipo: 'juridica', cuit: '30-71234567-1', nombre: 'Obras y Plazas', apellido: LEGAL_ENTITY_SURNAME },
  { ...PERSON, id: 'c1' as Citizen['id'], _source: 'registry' },
  { ...PERSON, email: 'marta@luna.example', telefono: '+54 9 351 512-3456', calle: 'Bv. San Juan 1200' },
]
const LOCATIONS: readonly Location[] = [
  { direccion: 'Calle Larga 12' },
  { direccion: '', latlng: POINT },
  { direccion: 'Calle Larga 12', latlng: POINT },
]

/** Parts left out in half of the ways; the other half is complete. */
const FORGOTTEN = ['citizen', 'location', 'state', 'signature', 'name', 'question'] as const
export const WAYS = 2 * FORGOTTEN.length

/**
 * Fills in everything still required, like a user who wants to finish.
 * @param way number below WAYS; in half of them one part is left out
 */
export async function complete(session: AnsweringSession, way: number): Promise<void> {
  const { form } = session
  const { template } = form
  const forgotten = FORGOTTEN[way]
  for (const section of template.secciones) {
    const [first] = section.conditions
    const checked = form.state.getState().content.conditions[section.orden] ?? []
    if (first !== undefined && checked.length === 0) setCondition(form, section, first, true)
  }
  const places = listAskedQuestions(template, form.state.getState().content)
  for (const { address, question } of forgotten === 'question' ? places.slice(1) : places) {
    const now = form.state.getState().content.values[address] ?? {}
    setValue(form, address, withAnswerValue(now, fitting(question)))
    for (const field of listAcceptedAttachments(question)) await attach(session, address, field, FIT[field])
  }
  const { geolocalizacion } = template.opcionales
  if (asksForState(template) && forgotten !== 'state') setHeader(form, { state: 1 })
  if (asksForCitizen(template) && forgotten !== 'citizen')
    setHeader(form, { citizen: citizenSchema.parse(CITIZENS[way % CITIZENS.length]) })
  if (geolocalizacion && forgotten !== 'location')
    setHeader(form, { location: there(LOCATIONS[way % LOCATIONS.length]) })
  for (const { indexSignature } of form.state.getState().header.signatures) {
    const firstName = forgotten === 'name' ? ' ' : 'Ana'
    updateSignature(form, indexSignature, { firstName, lastName: 'Paz', title: 'Titular' })
    if (forgotten !== 'signature') await draw(session, indexSignature, 2)
  }
}

/** Removes empty choices: a message may contain them, although no screen sends them, and they are not stored. */
export function withoutEmpty(content: AnswerValues): AnswerValues {
  const values = Object.entries(content.values).flatMap(([address, { chosen, ...others }]) => {
    const value = chosen === undefined || chosen.length === 0 ? others : { ...others, chosen }
    return Object.keys(value).length === 0 ? [] : [[address, value] as const]
  })
  return { ...content, values: Object.fromEntries(values) }
}
