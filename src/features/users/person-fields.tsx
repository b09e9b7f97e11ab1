import { useEffect, useRef, type RefCallback } from 'react'
import { Checkbox, NativeSelect, Stack, TextInput } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import { useLingui } from '@lingui/react/macro'
import { proposeUsername, ROLES, type Role, STAFF_NUMBER_ROLE } from '#domain/users/index.ts'
import type { AreaPath } from '#domain/kernel/index.ts'
import { useCan, useRoleNames } from '#ui/index.ts'
import type { UserFormValues } from './person.ts'
import { USER_FORM_FIELDS, type UserFieldErrors } from './faults.ts'
import { useRoleDuties } from './messages/use-role-duties.ts'
import '@mantine/core/styles/Checkbox.layer.css'
import styles from './users.module.css'

type PersonFieldsProps = {
  readonly person: UserFormValues
  readonly change: (change: Partial<UserFormValues>) => void
  /** whether the account exists, so that address and username cannot be changed */
  readonly isKnown?: boolean
  /** error messages by field */
  readonly faults?: UserFieldErrors
}

/** A user's details, with one role. Only ROLE_ADMIN can assign ROLE_ADMIN. Only inspectors have a Legajo (part 1,
 * point 5). */
export function UserFormFields({ person, change, isKnown = false, faults = {} }: PersonFieldsProps) {
  const { t } = useLingui()
  const can = useCan()
  const names = useRoleNames()
  const duties = useRoleDuties()
  const fields = useRef<HTMLDivElement>(null)
  const isProposed = person.userMuniCore === proposeUsername(person.email)
  // Focuses the first field with an error.
  useEffect(() => {
    if (USER_FORM_FIELDS.some((field) => faults[field] !== undefined))
      fields.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [faults])
  const offered = ROLES.filter((role) => role !== 'ROLE_ADMIN' || can('manage', 'usuario'))
  const text = (field: 'email' | 'userMuniCore' | 'firstName' | 'lastName' | 'inspectorID') => ({
    value: person[field],
    error: faults[field],
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      change({ [field]: currentTarget.value }),
  })
  return (
    <Stack gap="sm" ref={fields}>
      <TextInput
        type="email"
        label={t`E-mail`}
        required
        disabled={isKnown}
        autoComplete="off"
        data-autofocus={!isKnown || undefined}
        {...text('email')}
        onChange={({ currentTarget: { value: email } }) =>
          change(isProposed ? { email, userMuniCore: proposeUsername(email) } : { email })
        }
      />
      <TextInput
        label={t`Username`}
        required
        disabled={isKnown}
        description={
          isKnown ? t`To change the e-mail or the username, deactivate this user and create a new one.` : undefined
        }
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...text('userMuniCore')}
        onFocus={({ currentTarget }) => {
          // A click places the caret after the focus event. Selecting would take the focus back from the next field.
          if (isProposed)
            requestAnimationFrame(() => document.activeElement === currentTarget && currentTarget.select())
        }}
      />
      <div className={`r-grid r-gap-12 ${styles['names']}`}>
        <TextInput label={t`First name`} required autoComplete="off" {...text('firstName')} />
        <TextInput label={t`Last name`} required autoComplete="off" {...text('lastName')} />
      </div>
      <NativeSelect
        label={t`Role`}
        required
        description={person.role === '' ? undefined : duties[person.role]}
        error={faults.role}
        value={person.role}
        onChange={({ currentTarget }) => change({ role: currentTarget.value as Role | '' })}
        data={[{ value: '', label: t`Choose a role` }, ...offered.map((role) => ({ value: role, label: names[role] }))]}
      />
      {person.role === STAFF_NUMBER_ROLE && (
        <TextInput label={t`Staff number`} required autoComplete="off" {...text('inspectorID')} />
      )}
    </Stack>
  )
}

type AreasFieldProps = {
  readonly areas: readonly { readonly ref: AreaPath; readonly nombre: string }[]
  readonly value: readonly AreaPath[]
  readonly disabled?: boolean
  readonly error?: string | undefined
  /** ref, called when the field is rendered or removed */
  readonly field?: RefCallback<HTMLElement>
  readonly onChange: (areas: readonly AreaPath[]) => void
}

/** Selects at least one area of a municipality. If there is only one area, it is preselected. */
export function AreasField({ areas, value, disabled = false, error, field, onChange }: AreasFieldProps) {
  const { t } = useLingui()
  const only = areas.length === 1 && value.length === 0 && !disabled ? areas[0]?.ref : undefined
  useEffect(() => {
    if (only !== undefined) onChange([only])
    // eslint-disable-next-line react/exhaustive-deps -- runs only when the single area changes
  }, [only])
  return (
    <Checkbox.Group
      label={t`Areas`}
      required
      ref={field}
      error={error !== undefined && <span role="alert">{error}</span>}
      value={[...value]}
      onChange={(chosenAreaPaths) => onChange(chosenAreaPaths as unknown as readonly AreaPath[])}
    >
      <div className={`r-scrolls ${styles['areas']}`}>
        {areas.map(({ ref, nombre }) => (
          <Checkbox key={ref} value={ref} label={nombre} disabled={disabled} className={styles['choice'] ?? ''} />
        ))}
      </div>
    </Checkbox.Group>
  )
}
