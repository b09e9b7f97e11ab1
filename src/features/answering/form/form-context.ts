import { type ComponentType, createContext, useContext } from 'react'
import { useStore } from 'zustand'
import { useLingui } from '@lingui/react'
import type { Address, Result, RowId, Sha256 } from '#domain/kernel/index.ts'
import type { Ask } from '#domain/endpoints/index.ts'
import type { DraftedPlace, Local } from '#local/index.ts'
import { foreignTag, type Section } from '#domain/templates/index.ts'
import type { AnswerValues, QuestionValue } from '#domain/answers/index.ts'
import type { Question, Present } from '#domain/questions/index.ts'
import type { FileClaim } from '#domain/answering/index.ts'
import type { LocationAidComponent, OfferedAid } from '../location/aid.ts'
import type { FormState, FormStore } from './form-store.ts'

/** Where an open form keeps its files' bytes. */
export type FormFiles = {
  /** stores the bytes of a captured file at once; only when it resolved with ok may the form name the file */
  readonly attach: (claim: FileClaim, data: ArrayBuffer | Blob) => Promise<Result<void>>
  /** puts a captured file's bytes in place of others, which are then gone; only after ok may the form name it */
  readonly replace: (place: DraftedPlace, old: Sha256, claim: FileClaim, data: ArrayBuffer) => Promise<Result<void>>
  readonly load: (claim: FileClaim) => Promise<ArrayBuffer | undefined>
}

/** A question, what stood there, and what is wanted now. */
export type BeforeProps = {
  readonly question: Question
  readonly seen: QuestionValue | undefined
  readonly value: QuestionValue
  /** what a request for changes says of it; empty: it is only marked */
  readonly observation: string | undefined
}

/** What may not be changed in an open form, and what stood there: of a form that changes a stored answer. */
export type FormRules = {
  /** shown where something else is wanted now */
  readonly seen: AnswerValues
  readonly isLocked: (place: LockedPlace) => boolean
  /** what a request for changes that waits says of the questions that it marks */
  readonly observations: ReadonlyMap<Address, string>
  /** comes with the rules, because few forms have any */
  readonly Before: ComponentType<BeforeProps>
}

export type LockedPlace =
  | { readonly kind: 'question'; readonly address: Address }
  | { readonly kind: 'condition'; readonly section: number; readonly condition: number }
  | { readonly kind: 'row'; readonly section: number; readonly row: RowId }
  | { readonly kind: 'location' | 'asset' }
  | { readonly kind: 'signature'; readonly index: number }

/** Who can ask the server about citizens, and what this device remembers of them. */
export type Office = {
  readonly ask: Ask
  readonly local: Local
  /** of the address: whom a new answer is about */
  readonly citizenHash?: string | undefined
}

/** Photos taken in a row, which fill the rows of a section, where it asks for one. */
export type PhotoRowsProps = { readonly section: Section }

/** A question into which a code may be scanned, and its answer so far. */
export type ScanCodeProps = {
  readonly question: Question
  readonly value: QuestionValue
  /** of the element that takes the focus */
  readonly id: string
  readonly labelledBy: string
  readonly onChange: (value: QuestionValue) => void
}

/** A question that is answered by a place. @param labelledBy id of its title */
export type PlaceOfQuestionProps = { readonly address: Address; readonly labelledBy: string }

/** A further row of a section, which may start like the row above it. */
export type RowStartProps = { readonly section: Section; readonly row: RowId }

/** What saves signed-in users from typing, mostly by camera; the public's page carries no code of it. */
export type Capture = {
  readonly ScanCode: ComponentType<ScanCodeProps>
  /** missing: photos are taken one by one, as in a change */
  readonly PhotoRows?: ComponentType<PhotoRowsProps>
  /** missing: a row starts empty, as in a change */
  readonly RowStart?: ComponentType<RowStartProps>
}

export type FormContext = {
  readonly form: FormStore
  /** missing: a new answer, in which everything is free */
  readonly rules?: FormRules | undefined
  readonly files: FormFiles
  readonly capture?: Capture | undefined
  /** missing: no one is signed in, as in a preview */
  readonly office?: Office | undefined
  /** map and address search, for signed-in users */
  readonly LocationAid?: LocationAidComponent | undefined
  /** the same for the public, who have to want it */
  readonly offeredAid?: OfferedAid | undefined
}

const AnsweringFormContext = createContext<FormContext | null>(null)
export const FormContextProvider = AnsweringFormContext.Provider

export function useFormContext(): FormContext {
  const open = useContext(AnsweringFormContext)
  if (open === null) throw new Error('This belongs inside an open form')
  return open
}

/** Follows one part of the form; the component renders only when it changes. `select` must not make new objects. */
export function useForm<T>(select: (state: FormState) => T): T {
  return useStore(useFormContext().form.state, select)
}

/** The day and the time of day on this device, as answers keep them. */
export function presentOnDevice(): Present {
  const now = new Date()
  const local = new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString()
  return { date: local.slice(0, 10), time: local.slice(11, 16) }
}

/** What `lang` says of texts of the open form (`foreignTag`). */
export function useForeignTag(): (document: object, field: string) => string | undefined {
  const { form } = useFormContext()
  const { i18n } = useLingui()
  return (document, field) => foreignTag(document as Fields, field, i18n.locale, form.writtenIn)
}
type Fields = Parameters<typeof foreignTag>[0]

/** Whether the rules of the open form keep this as it is. */
export function useLocked(place: LockedPlace): boolean {
  return useFormContext().rules?.isLocked(place) ?? false
}

export function fileOf(state: FormState, sha256: Sha256 | undefined): FileClaim | undefined {
  return sha256 === undefined ? undefined : state.files[sha256]
}
