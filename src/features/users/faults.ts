import { visibleText } from '#domain/kernel/index.ts'
import { useState } from 'react'
import { useLingui } from '@lingui/react/macro'
import type { Problem } from '#domain/kernel/index.ts'
import { ROLE_WITH_LEGAJO } from '#domain/users/index.ts'
import type { Person } from './person.ts'

export const PERSON_FIELDS = ['email', 'userMuniCore', 'firstName', 'lastName', 'role', 'inspectorID'] as const
/** What is wrong, by the field that it is about. */
export type Faults = Readonly<Partial<Record<(typeof PERSON_FIELDS)[number] | 'areas', string>>>

/** Refusals that are about one field. */
const FIELD_OF: Readonly<Partial<Record<Problem['code'], keyof Faults>>> = {
  'user.username-invalid': 'userMuniCore',
  'user.exists': 'userMuniCore',
  'user.email-invalid': 'email',
  'user.email-taken': 'email',
  'user.area-required': 'areas',
}

/** Why a person could not be saved: at the fields it is about, above the buttons where it is about none or several. */
export function useFaults() {
  const { t } = useLingui()
  const [{ faults, failure }, set] = useState<Refused>(NONE)
  const [areas, areasField] = useState<HTMLElement | null>(null)
  function refused(person: Person, text: string, code?: Problem['code']): void {
    const field = code === undefined ? undefined : FIELD_OF[code]
    if (field === 'areas') areas?.querySelector('input')?.focus()
    if (field !== undefined) return set({ faults: { [field]: text }, failure: null })
    const isEmpty = (name: (typeof PERSON_FIELDS)[number]): boolean =>
      visibleText(person[name]) === '' && (name !== 'inspectorID' || person.role === ROLE_WITH_LEGAJO)
    const empty = code === 'user.fields-required' ? PERSON_FIELDS.filter(isEmpty) : []
    set({ faults: Object.fromEntries(empty.map((name) => [name, t`This is needed.`])), failure: text })
  }
  // Areas are offered once a municipality is chosen.
  const unseen = areas === null ? faults.areas : undefined
  return { faults, failure: failure ?? unseen ?? null, areasField, refused, clear: () => set(NONE) }
}

type Refused = { readonly faults: Faults; readonly failure: string | null }
const NONE: Refused = { faults: {}, failure: null }
