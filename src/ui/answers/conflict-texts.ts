import { useLingui } from '@lingui/react/macro'
import type { AnswerValues, QuestionValue, RowValues, Answer, Conflict } from '#domain/answers/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import type { StoredFile } from '#domain/files/index.ts'
import type { Citizen, Persona } from '#domain/citizens/index.ts'
import type { Location } from '#domain/places/index.ts'
import {
  decomposeAnswer,
  readRowIds,
  formatRowTitle,
  toRowNumber,
  findPlacedQuestion,
} from '#domain/answering/index.ts'
import { type Address, limitCombiningMarks, parseAddress, type RowId, toAddress } from '#domain/kernel/index.ts'
import { formatValue } from '#domain/questions/index.ts'
import { translateField, useSectionTitle } from '../language/in-language.ts'

export type ConflictTexts = {
  /** place of the conflict */
  readonly place: string
  /** the value when the change was made, the value when it arrived, and the value that it proposed */
  readonly seen: string
  readonly current: string
  readonly proposed: string
}

/** Formatters for places and values of an answer. */
export type PlaceTexts = {
  readonly placeOf: (address: Address) => string
  readonly valueOf: (address: Address, value: QuestionValue | null) => string
  readonly sectionOf: (orden: number) => string
  /** name of a row with its section; says so if the row was removed */
  readonly rowOf: (section: number, row: RowId) => string
  /** a row's values as text, a line per question */
  readonly rowTextOf: (section: number, row: RowId, values: RowValues | null) => string
  readonly conditionOf: (section: number, condition: number) => string
  readonly locationOf: (location: Location | null | undefined) => string
  readonly citizenOf: (citizen: Citizen | null | undefined) => string
  readonly recipientOf: (recipient: Persona | null | undefined) => string
  readonly assetOf: (id: string | null | undefined) => string
}

type NamedFiles = {
  readonly files: readonly Pick<StoredFile, 'sha256' | 'name'>[]
  /** rows in which row numbers are looked up, in order: current rows, then earlier rows */
  readonly rows: readonly AnswerValues['rows'][]
}

/** @param version form version that was answered; without it, sections are shown by number, questions by address */
export function usePlaceTexts(answer: NamedFiles, version: FormTemplate | null | undefined): PlaceTexts {
  const { t, i18n } = useLingui()
  const language = i18n.locale
  const sectionTitle = useSectionTitle()
  const nothing = t`not answered`
  const formatSection = (orden: number): string => {
    const index = version?.secciones.findIndex((section) => section.orden === orden) ?? -1
    return sectionTitle(version?.secciones[index], (index === -1 ? orden : index) + 1)
  }
  const formatRow = (orden: number, row: RowId): string => {
    const section = formatSection(orden)
    const indexes = answer.rows.map((rows) => readRowIds({ rows }, orden).indexOf(row))
    const index = indexes.find((eachIndex) => eachIndex !== -1)
    if (index === undefined)
      return t({ message: `${section} (removed repetition)`, comment: 'section, a row that is gone' })
    const foundSection = version?.secciones.find((eachSection) => eachSection.orden === orden)
    const named = foundSection === undefined ? null : formatRowTitle(foundSection, index, language)
    if (named !== null) return `${section} (${named})`
    const number = toRowNumber(index)
    return t({ message: `${section} (repetition ${number})`, comment: 'section, repeated row' })
  }
  const formatAnswerValue = (address: Address, value: QuestionValue | null): string => {
    const place = version === null || version === undefined ? undefined : findPlacedQuestion(version, address)
    if (value === null) return nothing
    const text =
      place === undefined
        ? ''
        : limitCombiningMarks(formatValue(place.question, value, { yes: t`Yes`, no: t`No`, language }))
    const files = [value.imagen, value.documento, value.video].flatMap((sha256) =>
      sha256 === undefined ? [] : [answer.files.find((file) => file.sha256 === sha256)?.name ?? t`a file`],
    )
    return [text, ...files].filter((part) => part !== '').join(' · ') || nothing
  }
  return {
    sectionOf: formatSection,
    placeOf: (address) => {
      const place = version === null || version === undefined ? undefined : findPlacedQuestion(version, address)
      if (place === undefined) return address
      const section = formatSection(place.section.orden)
      const title = translateField(place.question, 'titulo', language)
      const { row } = parseAddress(address)
      return row === null ? `${section}: ${title}` : `${formatRow(place.section.orden, row)}: ${title}`
    },
    rowOf: formatRow,
    rowTextOf: (section, row, values) => {
      const text = Object.entries(values ?? {}).map(([order, value]) => {
        const address = toAddress({ section, question: Number(order), condition: null, row })
        const place = version === null || version === undefined ? undefined : findPlacedQuestion(version, address)
        return `${place === undefined ? order : translateField(place.question, 'titulo', language)}: ${formatAnswerValue(address, value)}`
      })
      if (values === null) return t`does not exist`
      return text.length === 0 ? nothing : text.join('\n')
    },
    valueOf: formatAnswerValue,
    conditionOf: (section, condition) => {
      const foundCondition = version?.secciones
        .find((eachSection) => eachSection.orden === section)
        ?.conditions.find((eachCondition) => eachCondition.order === condition)
      return foundCondition === undefined
        ? String(condition + 1)
        : translateField(foundCondition, 'condition', language)
    },
    locationOf: (location) => {
      if (location === null || location === undefined) return nothing
      const { direccion, latlng } = location
      const point = latlng === undefined ? '' : `${latlng.latitude.toFixed(5)}, ${latlng.longitude.toFixed(5)}`
      return [direccion, point].filter((part) => part !== '').join(' · ') || nothing
    },
    citizenOf: (citizen) => {
      if (citizen === null || citizen === undefined) return nothing
      const { nombre, apellido, email, telefono, calle, tipo, dni, cuit } = citizen
      const named = tipo === 'juridica' ? [nombre, cuit] : [`${nombre} ${apellido}`.trim(), dni]
      const parts = [...named, email, telefono, calle]
      return parts.filter((part) => part !== '').join(' · ') || nothing
    },
    recipientOf: (recipient) =>
      [recipient?.nombre ?? '', recipient?.direccion ?? ''].filter((part) => part !== '').join(' · ') || nothing,
    assetOf: (id) => id ?? nothing,
  }
}

/** @returns a function that describes a conflict's place and values */
export function useConflictTexts(
  answer: Pick<Answer, 'files' | 'estados' | 'secciones'>,
  version: FormTemplate | null | undefined,
): (conflict: Conflict) => ConflictTexts {
  const { t } = useLingui()
  const { rows } = decomposeAnswer(answer)
  const texts = usePlaceTexts({ files: answer.files, rows: [rows] }, version)
  const { placeOf, rowOf, rowTextOf, valueOf, sectionOf, conditionOf } = texts
  const { locationOf, citizenOf, recipientOf, assetOf } = texts
  const formatValues = <T>(
    { seen, current, proposed }: { seen: T; current: T; proposed: T },
    say: (value: T) => string,
  ) => ({
    seen: say(seen),
    current: say(current),
    proposed: say(proposed),
  })
  const findStateName = (id: number): string =>
    answer.estados?.disponibles.find((state) => state.id === id)?.nombre ?? String(id)
  return (conflict) => {
    switch (conflict.kind) {
      case 'value':
        return {
          place: placeOf(conflict.address),
          ...formatValues(conflict, (value) => valueOf(conflict.address, value)),
        }
      case 'condition':
        return {
          place: `${sectionOf(conflict.section)}: ${conditionOf(conflict.section, conflict.condition)}`,
          ...formatValues(conflict, (checked) => (checked ? t`checked` : t`not checked`)),
        }
      case 'row': {
        const { section, row } = conflict
        return { place: rowOf(section, row), ...formatValues(conflict, (values) => rowTextOf(section, row, values)) }
      }
      case 'rows': {
        const section = sectionOf(conflict.section)
        return { place: t`Repetitions of ${section}`, ...formatValues(conflict, (count) => String(count + 1)) }
      }
      case 'location':
        return { place: t`Location`, ...formatValues(conflict, locationOf) }
      case 'citizen':
        return { place: t`Citizen`, ...formatValues(conflict, citizenOf) }
      case 'persona':
        return { place: t`Recipient`, ...formatValues(conflict, recipientOf) }
      case 'identifier':
        return { place: t`Asset`, ...formatValues(conflict, assetOf) }
      case 'state':
        return { place: t`State`, ...formatValues(conflict, findStateName) }
    }
  }
}
