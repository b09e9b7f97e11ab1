import { getVisibleText } from '#domain/kernel/index.ts'
import { useState } from 'react'
import { useLingui } from '@lingui/react/macro'
import type { Problem } from '#domain/kernel/index.ts'
import { STAFF_NUMBER_ROLE } from '#domain/users/index.ts'
import type { UserFormValues } from './person.ts'

export const USER_FORM_FIELDS = ['email', 'userMuniCore', 'firstName', 'lastName', 'role', 'inspectorID'] as const
/** Errors by field. */
export type UserFieldErrors = Readonly<Partial<Record<(typeof USER_FORM_FIELDS)[number] | 'areas', string>>>

/** Problems that concern a single field. */
const FIELD_BY_CODE: Readonly<Partial<Record<Problem['code'], keyof UserFieldErrors>>> = {
  'user.username-invalid': 'userMuniCore',
  'user.exists': 'userMuniCore',
  'user.email-invalid': 'email',
  'user.email-taken': 'email',
  'user.area-required': 'areas',
}

/** Errors of saving a user, by field. Errors about no field or several fields are shown above the buttons. */
export function useUserFieldErrors() {
  const { t } = useLingui()
  const [{ faults, failure }, set] = useState<RefusedSave>(NONE)
  const [areas, areasField] = useState<HTMLElement | null>(null)
  function refused(person: UserFormValues, text: string, code?: Problem['code']): void {
    const field = code === undefined ? undefined : FIELD_BY_CODE[code]
    if (field === 'areas') areas?.querySelector('input')?.focus()
    if (field !== undefined) return set({ faults: { [field]: text }, failure: null })
    const isEmpty = (name: (typeof USER_FORM_FIELDS)[number]): boolean =>
      getVisibleText(person[name]) === '' && (name !== 'inspectorID' || person.role === STAFF_NUMBER_ROLE)
    const empty = code === 'user.fields-required' ? USER_FORM_FIELDS.filter(isEmpty) : []
    set({ faults: Object.fromEntries(empty.map((name) => [name, t`This field is required.`])), failure: text })
  }
  // Without a municipality the areas field is not shown, so its error is shown above the buttons.
  const unseen = areas === null ? faults.areas : undefined
  return { faults, failure: failure ?? unseen ?? null, areasField, refused, clear: () => set(NONE) }
}

type RefusedSave = { readonly faults: UserFieldErrors; readonly failure: string | null }
const NONE: RefusedSave = { faults: {}, failure: null }
