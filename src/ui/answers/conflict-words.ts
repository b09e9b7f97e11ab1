import { useLingui } from '@lingui/react/macro'
import { rowName, rowNumber, staticPlaceAt, type QuestionValue } from '#domain/answering/index.ts'
import type { Answer, Citizen, Conflict, FormTemplate, Location, Persona, StoredFile } from '#domain/documents/index.ts'
import { partsOf, type Address } from '#domain/kernel/index.ts'
import { formatValue } from '#domain/questions/index.ts'
import { inLanguage, useSectionTitle } from '../words/in-language.ts'

export type ConflictWords = {
  /** where the two met */
  readonly place: string
  /** what the one who came second had seen, what stood there when they came, and what they wanted */
  readonly seen: string
  readonly current: string
  readonly proposed: string
}

/** How places and values of an answer are called. */
export type PlaceWords = {
  readonly placeOf: (at: Address) => string
  readonly valueOf: (at: Address, value: QuestionValue | null) => string
  readonly sectionOf: (orden: number) => string
  readonly conditionOf: (section: number, condition: number) => string
  readonly locationOf: (location: Location | null | undefined) => string
  readonly citizenOf: (citizen: Citizen | null | undefined) => string
  readonly recipientOf: (recipient: Persona | null | undefined) => string
  readonly assetOf: (id: string | null | undefined) => string
}

type NamedFiles = { readonly files: readonly Pick<StoredFile, 'sha256' | 'name'>[] }

/** @param version of the form that the answer was filled with; without it places are called by their numbers */
export function usePlaceWords(answer: NamedFiles, version: FormTemplate | null | undefined): PlaceWords {
  const { t, i18n } = useLingui()
  const language = i18n.locale
  const titleOf = useSectionTitle()
  const nothing = t`nothing`
  const sectionOf = (orden: number): string => {
    const index = version?.secciones.findIndex((one) => one.orden === orden) ?? -1
    return titleOf(version?.secciones[index], (index === -1 ? orden : index) + 1)
  }
  return {
    sectionOf,
    placeOf: (at) => {
      const place = version === null || version === undefined ? undefined : staticPlaceAt(version, at)
      if (place === undefined) return at
      const section = sectionOf(place.section.orden)
      const title = inLanguage(place.question, 'titulo', language)
      const { row } = partsOf(at)
      if (row === null) return `${section}: ${title}`
      const named = rowName(place.section, row, language)
      if (named !== null) return `${section} (${named}): ${title}`
      const number = rowNumber(row)
      return t({ message: `${section} (repetition ${number}): ${title}`, comment: 'section, repeated row, question' })
    },
    valueOf: (at, value) => {
      const place = version === null || version === undefined ? undefined : staticPlaceAt(version, at)
      if (value === null) return nothing
      const text = place === undefined ? '' : formatValue(place.question, value, { yes: t`Yes`, no: t`No`, language })
      const files = [value.imagen, value.documento, value.video].flatMap((sha256) =>
        sha256 === undefined ? [] : [answer.files.find((file) => file.sha256 === sha256)?.name ?? t`a file`],
      )
      return [text, ...files].filter((part) => part !== '').join(' · ') || nothing
    },
    conditionOf: (section, condition) => {
      const found = version?.secciones
        .find((one) => one.orden === section)
        ?.conditions.find((one) => one.order === condition)
      return found === undefined ? String(condition + 1) : inLanguage(found, 'condition', language)
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

/** @returns a function that says where two people met, and with what */
export function useConflictWords(
  answer: Pick<Answer, 'files' | 'estados'>,
  version: FormTemplate | null | undefined,
): (conflict: Conflict) => ConflictWords {
  const { t } = useLingui()
  const { placeOf, valueOf, sectionOf, conditionOf, locationOf, citizenOf, recipientOf, assetOf } = usePlaceWords(
    answer,
    version,
  )
  const three = <T>({ seen, current, proposed }: { seen: T; current: T; proposed: T }, say: (value: T) => string) => ({
    seen: say(seen),
    current: say(current),
    proposed: say(proposed),
  })
  const stateOf = (id: number): string => answer.estados?.disponibles.find((one) => one.id === id)?.nombre ?? String(id)
  return (conflict) => {
    switch (conflict.kind) {
      case 'value':
        return { place: placeOf(conflict.address), ...three(conflict, (value) => valueOf(conflict.address, value)) }
      case 'condition':
        return {
          place: `${sectionOf(conflict.section)}: ${conditionOf(conflict.section, conflict.condition)}`,
          ...three(conflict, (checked) => (checked ? t`checked` : t`not checked`)),
        }
      case 'rows': {
        const section = sectionOf(conflict.section)
        return { place: t`Repetitions of ${section}`, ...three(conflict, (count) => String(count + 1)) }
      }
      case 'location':
        return { place: t`Location`, ...three(conflict, locationOf) }
      case 'citizen':
        return { place: t`Citizen`, ...three(conflict, citizenOf) }
      case 'persona':
        return { place: t`Recipient`, ...three(conflict, recipientOf) }
      case 'identifier':
        return { place: t`Asset`, ...three(conflict, assetOf) }
      case 'state':
        return { place: t`State`, ...three(conflict, stateOf) }
    }
  }
}
