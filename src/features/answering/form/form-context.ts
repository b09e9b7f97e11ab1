import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import type { Result, Sha256 } from '#domain/kernel/index.ts'
import type { FileClaim } from '#domain/answering/index.ts'
import type { FormState, FormStore } from './form-store.ts'

/** Where an open form keeps its files' bytes. */
export type FormFiles = {
  /** stores the bytes of a captured file at once; only when it resolved with ok may the form name the file */
  readonly attach: (claim: FileClaim, data: ArrayBuffer | Blob) => Promise<Result<void>>
  readonly load: (claim: FileClaim) => Promise<ArrayBuffer | undefined>
}

export type FormContext = {
  readonly form: FormStore
  readonly files: FormFiles
}

const AnsweringFormContext = createContext<FormContext | null>(null)
export const FormContextProvider = AnsweringFormContext.Provider

export function useFormContext(): FormContext {
  const open = useContext(AnsweringFormContext)
  if (open === null) throw new Error('This belongs inside an open form')
  return open
}

/** Follows one part of the form: the component renders again only when that part is another. `select` must not make new objects. */
export function useForm<T>(select: (state: FormState) => T): T {
  return useStore(useFormContext().form.state, select)
}

export function fileOf(state: FormState, sha256: Sha256 | undefined): FileClaim | undefined {
  return sha256 === undefined ? undefined : state.files[sha256]
}
