import { type ComponentType, createContext, useContext } from 'react'
import { useStore } from 'zustand'
import { useLingui } from '@lingui/react'
import type { Address, Result, RowId, Sha256 } from '#domain/kernel/index.ts'
import type { RequestSender } from '#domain/endpoints/index.ts'
import type { DraftFilePlace, Local } from '#local/index.ts'
import { getForeignLanguageTag, type Section } from '#domain/templates/index.ts'
import type { AnswerValues, QuestionValue } from '#domain/answers/index.ts'
import type { Question, CurrentDateTime } from '#domain/questions/index.ts'
import type { FileClaim, PlacedQuestion } from '#domain/answering/index.ts'
import type { LocationAidComponent, LoadLocationAid } from '../location/aid.ts'
import type { FormState, FormStore } from './form-store.ts'

/** Storage for the files of an open form. */
export type FormFiles = {
  /** stores the bytes of a captured file; the form may refer to the file only after ok */
  readonly attach: (claim: FileClaim, data: ArrayBuffer | Blob) => Promise<Result<void>>
  /** replaces stored bytes, which are then deleted; the form may refer to the new file only after ok */
  readonly replace: (place: DraftFilePlace, old: Sha256, claim: FileClaim, data: ArrayBuffer) => Promise<Result<void>>
  readonly load: (claim: FileClaim) => Promise<ArrayBuffer | undefined>
}

/** A question of a stored answer and its current value. */
export type StoredQuestionProps = { readonly place: PlacedQuestion; readonly value: QuestionValue }

/** Locks and previous values of a form that changes a stored answer. */
export type FormRules = {
  /** values before the change, shown where they differ */
  readonly seen: AnswerValues
  readonly isLocked: (place: LockedPlace) => boolean
  /** observations of an open correction request, by question; with an empty text the question is only marked */
  readonly observations: ReadonlyMap<Address, string>
  /** questions shown in another part of the page, which the sections omit */
  readonly elsewhere?: ReadonlyMap<Address, string>
  /** component for previous values; part of the rules, so that other forms do not load it */
  readonly Before: ComponentType<StoredQuestionProps>
}

export type LockedPlace =
  | { readonly kind: 'question'; readonly address: Address }
  | { readonly kind: 'condition'; readonly section: number; readonly condition: number }
  | { readonly kind: 'row'; readonly section: number; readonly row: RowId }
  | { readonly kind: 'location' | 'asset' }
  | { readonly kind: 'signature'; readonly index: number }

/** Access to the citizen registry, and to the citizens remembered by this device. */
export type RegistryAccess = {
  readonly ask: RequestSender
  readonly local: Local
  /** hash of the citizen in the URL, for a new answer */
  readonly citizenHash?: string | undefined
}

/** A section whose rows can be created by taking several photos. */
export type PhotoRowsProps = { readonly section: Section }

/** A question whose value can be scanned, and its current value. */
export type ScanCodeButtonProps = {
  readonly question: Question
  readonly value: QuestionValue
  /** id of the element that receives the focus */
  readonly id: string
  readonly labelledBy: string
  readonly onChange: (value: QuestionValue) => void
}

/** A question answered with a location. @param labelledBy id of its title */
export type LocationHelpProps = { readonly address: Address; readonly labelledBy: string }

/** A section whose next row may start with the values of its last row. */
export type RowStartProps = { readonly section: Section }

/** Input aids for signed-in users, mostly using the camera. Not part of the public bundle. */
export type InputAids = {
  readonly ScanCode: ComponentType<ScanCodeButtonProps>
  /** missing: photos are taken one at a time, as in a change */
  readonly PhotoRows?: ComponentType<PhotoRowsProps>
  /** missing: rows start empty, as in a change */
  readonly RowStart?: ComponentType<RowStartProps>
}

export type FormContext = {
  readonly form: FormStore
  /** missing for a new answer, which has no locks */
  readonly rules?: FormRules | undefined
  readonly files: FormFiles
  readonly capture?: InputAids | undefined
  /**
   * citizen registry and remembered citizens; missing in public forms and previews, where citizens are not looked up
   */
  readonly office?: RegistryAccess | undefined
  /** map and address search, for signed-in users */
  readonly LocationAid?: LocationAidComponent | undefined
  /** map and address search for the public, loaded on request */
  readonly offeredAid?: LoadLocationAid | undefined
}

const AnsweringFormContext = createContext<FormContext | null>(null)
export const FormContextProvider = AnsweringFormContext.Provider

export function useFormContext(): FormContext {
  const open = useContext(AnsweringFormContext)
  if (open === null) throw new Error('This belongs inside an open form')
  return open
}

/** Subscribes to a part of the form's state. `select` must not create new objects. */
export function useForm<T>(select: (state: FormState) => T): T {
  return useStore(useFormContext().form.state, select)
}

/** The device's current date and time, in the format of stored values. */
export function getDeviceDateTime(): CurrentDateTime {
  const now = new Date()
  const local = new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString()
  return { date: local.slice(0, 10), time: local.slice(11, 16) }
}

/** The `lang` attribute for texts of the open form (`getForeignLanguageTag`). */
export function useForeignLanguageTag(): (document: object, field: string) => string | undefined {
  const { form } = useFormContext()
  const { i18n } = useLingui()
  return (document, field) => getForeignLanguageTag(document as Fields, field, i18n.locale, form.originalLanguage)
}
type Fields = Parameters<typeof getForeignLanguageTag>[0]

/** Whether the open form's rules lock this place. */
export function useIsLocked(place: LockedPlace): boolean {
  return useFormContext().rules?.isLocked(place) ?? false
}

export function findFormFile(state: FormState, sha256: Sha256 | undefined): FileClaim | undefined {
  return sha256 === undefined ? undefined : state.files[sha256]
}
