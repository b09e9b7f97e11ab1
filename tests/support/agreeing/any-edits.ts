import fc from 'fast-check'
import { asksForCitizen, asksForRecipient, asksForState, listAskedQuestions } from '#domain/answering/index.ts'
import type { QuestionValue } from '#domain/answers/index.ts'
import type { Section } from '#domain/templates/index.ts'
import {
  type Citizen,
  citizenSchema,
  personaSchema,
  isCitizenEmpty,
  LEGAL_ENTITY_SURNAME,
} from '#domain/citizens/index.ts'
import type { Location } from '#domain/places/index.ts'
import type { RowId } from '#domain/kernel/index.ts'
import { ATTACHMENT_FIELDS } from '#domain/questions/index.ts'
import type { AnsweringSession } from '#features/answering/session.ts'
import { withAnswerValue } from '#features/answering/controls/control.ts'
import {
  addRow,
  clearHeader,
  removeAttachment,
  removeRow,
  setCondition,
  setHeader,
  updateSignature,
  setValue,
} from '#features/answering/form/form-actions.ts'
import { attach, draw, FILES } from './files.ts'
import { fitting, inputValues } from './filling.ts'
import { OTHERS, PERSON, POINT, TEXTS } from './words.ts'

/** Any user's edits of an open form, valid or not, through the screen's own functions; hidden parts are left alone. */

const text = (respuesta: string | boolean): QuestionValue => ({ respuesta })
/** A screen accepts some of these values, a forged message all of them. */
const value = fc.constantFrom<QuestionValue | undefined>(
  undefined,
  ...[...Object.values(TEXTS), ...OTHERS, '', '  ', '\u0000'].map(text),
  text(true),
  ...[[0], [0, 2], [9], []].map((chosen) => ({ chosen })),
  { combined: { '9': text('palabra') } },
  { combined: { '1': text('palabra') } },
)

/** One field at a time, like typing; numbers include common separators. */
const CITIZEN_PARTS: readonly Partial<Citizen>[] = [
  PERSON,
  { dni: '30123456' },
  { dni: '' },
  { dni: '1234567890123' },
  { dni: `${' '.repeat(12)}30123456` },
  { cuit: '30-71234567-1' },
  { cuit: '3-0-7-1-2-3-4-5-6-7-1' },
  { cuit: '12345678901' },
  { nombre: 'Marta' },
  { nombre: '  ' },
  { nombre: 'Ana <b>' },
  { apellido: 'Luna' },
  { apellido: '' },
  { email: 'marta@luna.example' },
  { email: 'marta' },
  { email: `${'m'.repeat(243)}@luna.example` },
  { telefono: '+54 9 351 512-3456' },
  { telefono: '+54 - 9 - 351 - 512 - 3456' },
  { telefono: '12' },
  { calle: 'Bv. San Juan 1200' },
  { tipo: 'juridica' },
  { tipo: 'fisica' },
  { id: 'c1' as Citizen['id'], dni: '30123456', nombre: 'Marta', apellido: 'Luna' },
]
const LOCATION_PARTS: readonly Partial<Location>[] = [
  { direccion: 'Calle Larga 12' },
  { direccion: '' },
  { direccion: '   ' },
  { latlng: POINT },
  { latlng: undefined },
]
type Person = { readonly nombre?: string; readonly direccion?: string }
const RECIPIENT_PARTS: readonly Person[] = [{ nombre: 'Obras y Plazas' }, { direccion: 'Ruta 9 km 5' }, { nombre: '' }]
type Signing = { readonly [name in 'firstName' | 'lastName' | 'title']?: string }
const SIGNING_PARTS: readonly Signing[] = [
  { firstName: 'Ana' },
  { lastName: 'Paz' },
  { title: 'Titular' },
  { firstName: ' ' },
  { title: '' },
]
/** Values typed outside of the questions. */
export const TYPED_PARTS = [...CITIZEN_PARTS, ...LOCATION_PARTS, ...RECIPIENT_PARTS, ...SIGNING_PARTS]

const citizenPart = fc.constantFrom(...CITIZEN_PARTS)
const locationPart = fc.constantFrom(...LOCATION_PARTS)
const recipientPart = fc.constantFrom(...RECIPIENT_PARTS)
const signingPart = fc.constantFrom(...SIGNING_PARTS)
const at = fc.nat(30)
const file = fc.nat(FILES.length - 1)
const input = fc.nat(11)

const PLAIN = ['fit', 'check', 'uncheck', 'add', 'remove', 'undo', 'detach', 'wipe', 'state'] as const
/** Rows, conditions, files and undo depend on each other, so edits combine them: each alone tests little. */
const plain = fc.constantFrom(...PLAIN, 'fit', 'fit', 'check', 'add', 'remove', 'undo', 'undo', 'undo', 'detach')

type Plain = { [Kind in (typeof PLAIN)[number]]: { readonly kind: Kind; readonly at: number } }[(typeof PLAIN)[number]]
export type Edit =
  | Plain
  | { readonly kind: 'value'; readonly at: number; readonly value: QuestionValue | undefined }
  | { readonly kind: 'input'; readonly at: number; readonly input: number }
  | { readonly kind: 'attach'; readonly at: number; readonly file: number }
  | { readonly kind: 'draw'; readonly at: number; readonly file: number }
  | { readonly kind: 'citizen'; readonly part: Partial<Citizen> }
  | { readonly kind: 'location'; readonly part: Partial<Location> }
  | { readonly kind: 'recipient'; readonly part: Person }
  | { readonly kind: 'sign'; readonly at: number; readonly part: Signing }

const edit: fc.Arbitrary<Edit> = fc.oneof(
  { weight: 16, arbitrary: fc.record({ kind: plain, at }) as fc.Arbitrary<Plain> },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('value' as const), at, value }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('input' as const), at, input }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('attach' as const), at, file }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('draw' as const), at, file }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('citizen' as const), part: citizenPart }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('location' as const), part: locationPart }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('recipient' as const), part: recipientPart }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('sign' as const), at, part: signingPart }) },
)

/** Up to this many edits, and often the maximum. */
export function edits(most: number): fc.Arbitrary<readonly Edit[]> {
  return fc.array(edit, { maxLength: most, size: 'max' })
}

function chosenOf<T>(all: readonly T[], at: number): T | undefined {
  return all[at % Math.max(1, all.length)]
}

/** @returns whether there was something to apply it to */
export async function act(session: AnsweringSession, edit: Edit): Promise<boolean> {
  const { form } = session
  const { template } = form
  const { content, header } = form.state.getState()
  switch (edit.kind) {
    case 'citizen':
      return asksForCitizen(template) && typeCitizen(session, edit.part)
    case 'location': {
      if (!template.opcionales.geolocalizacion) return false
      const { latlng, direccion } = { direccion: '', ...header.location, ...edit.part }
      if (direccion === '' && latlng === undefined) clearHeader(form, 'location')
      else setHeader(form, { location: { direccion, ...(latlng === undefined ? {} : { latlng }) } })
      return true
    }
    case 'recipient': {
      if (!asksForRecipient(template)) return false
      const next = personaSchema.parse({ ...header.persona, ...edit.part })
      if (next.nombre.trim() === '' && next.direccion.trim() === '') clearHeader(form, 'persona')
      else setHeader(form, { persona: next })
      return true
    }
    case 'state':
      if (!asksForState(template)) return false
      setHeader(form, { state: edit.at % 2 })
      return true
    case 'sign':
    case 'wipe':
    case 'draw': {
      const wanted = chosenOf(header.signatures, edit.at)
      if (wanted === undefined) return false
      const { indexSignature } = wanted
      if (edit.kind === 'draw') await draw(session, indexSignature, edit.file)
      else updateSignature(form, indexSignature, edit.kind === 'wipe' ? { image: undefined } : edit.part)
      return true
    }
    case 'undo': {
      // Adds something first where nothing could be removed.
      for (const kind of ['detach', 'remove', 'uncheck'] as const)
        if (form.state.getState().undo === null) await act(session, { kind, at: edit.at })
      const { undo } = form.state.getState()
      undo?.run()
      return undo !== null
    }
    case 'check':
    case 'uncheck': {
      const section = chosenOf(
        template.secciones.filter(({ conditionalSection }) => conditionalSection),
        edit.at,
      )
      const one = section?.conditions[edit.at % 2]
      if (section !== undefined && one !== undefined) setCondition(form, section, one, edit.kind === 'check')
      return section !== undefined
    }
    case 'add':
    case 'remove': {
      const rowsOf = ({ orden }: Section): readonly RowId[] => content.rows[orden] ?? []
      const takes = template.secciones.filter((one) => one.repetible && (edit.kind === 'add' || rowsOf(one).length > 0))
      const section = chosenOf(takes, edit.at)
      if (section === undefined) return false
      if (edit.kind === 'add') addRow(form, section)
      else {
        const rows = rowsOf(section)
        const row = rows[edit.at % rows.length]
        if (row !== undefined) removeRow(form, section, row)
      }
      return true
    }
    default:
      return actOnQuestion(session, edit)
  }
}

async function actOnQuestion(
  session: AnsweringSession,
  edit: Extract<Edit, { kind: 'fit' | 'value' | 'input' | 'attach' | 'detach' }>,
): Promise<boolean> {
  const { form } = session
  const places = listAskedQuestions(form.template, form.state.getState().content)
  const takes = places.filter(({ address, question }) => {
    if (edit.kind === 'input') return question.combinedQuestions !== undefined
    const { content } = form.state.getState()
    if (edit.kind === 'detach')
      return ATTACHMENT_FIELDS.some(({ field }) => content.values[address]?.[field] !== undefined)
    return edit.kind !== 'attach' || ATTACHMENT_FIELDS.some(({ flag }) => question[flag])
  })
  const place = chosenOf(takes, edit.at)
  if (place === undefined) return false
  const { address, question } = place
  const now = form.state.getState().content.values[address] ?? {}
  const fields = ATTACHMENT_FIELDS.filter(({ flag, field }) =>
    edit.kind === 'detach' ? now[field] !== undefined : question[flag],
  ).map(({ field }) => field)
  const field = chosenOf(fields, edit.at)
  switch (edit.kind) {
    case 'fit':
      setValue(form, address, withAnswerValue(now, fitting(question)))
      return true
    case 'value':
      setValue(form, address, edit.value)
      return true
    case 'input': {
      const inputs = inputValues(question)
      const one = chosenOf(inputs, edit.input)
      if (one === undefined) return false
      const { [one.order]: _, ...others } = now.combined ?? {}
      const given = one.value === undefined ? others : { ...others, [one.order]: one.value }
      setValue(form, address, withAnswerValue(now, Object.keys(given).length === 0 ? {} : { combined: given }))
      return true
    }
    case 'attach':
      return field !== undefined && attach(session, address, field, edit.file)
    case 'detach':
      if (field === undefined) return false
      removeAttachment(form, address, field, 'file')
      return true
  }
}

/**
 * Types into the citizen's fields: another kind is another person, and a citizen from the registry is replaced as a
 * whole.
 */
function typeCitizen({ form }: AnsweringSession, part: Partial<Citizen>): boolean {
  const nobody = citizenSchema.parse({})
  const before = form.state.getState().header.citizen ?? nobody
  const isLegal = (part.tipo ?? before.tipo) === 'juridica'
  // The screen has no such field.
  if (isLegal ? 'dni' in part || 'apellido' in part : 'cuit' in part) return false
  const kind = { dni: '', cuit: '', apellido: isLegal ? LEGAL_ENTITY_SURNAME : '' }
  const isOther = part.tipo !== undefined && part.tipo !== before.tipo
  const next = { ...(before.id === undefined ? before : nobody), ...(isOther ? kind : {}), ...part }
  if (isCitizenEmpty(next) && next.tipo === 'fisica') clearHeader(form, 'citizen')
  else setHeader(form, { citizen: next })
  return true
}
