import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { ROLES, type Role } from '#domain/documents/index.ts'
import type { AreaPath } from '#domain/kernel/index.ts'
import { ROLE_WITH_LEGAJO } from '#domain/users/index.ts'
import { useCan } from '#ui/index.ts'
import type { Person } from './person.ts'
import { useRoleNames } from './words/use-role-names.ts'
import '@mantine/core/styles/Checkbox.layer.css'
import styles from './users.module.css'

type PersonFieldsProps = {
  readonly person: Person
  readonly change: (change: Partial<Person>) => void
  /** the account is there: address and username stay as they are */
  readonly isKnown?: boolean
}

/** Who somebody is, and their one role. Only ROLE_ADMIN sees ROLE_ADMIN; the Legajo is an inspector's (part 1, point 5). */
export function PersonFields({ person, change, isKnown = false }: PersonFieldsProps) {
  const { t } = useLingui()
  const can = useCan()
  const names = useRoleNames()
  const offered = ROLES.filter((role) => role !== 'ROLE_ADMIN' || can('manage', 'usuario'))
  const text = (field: 'email' | 'userMuniCore' | 'firstName' | 'lastName' | 'inspectorID') => ({
    value: person[field],
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      change({ [field]: currentTarget.value }),
  })
  return (
    <>
      <TextInput
        type="email"
        label={t`E-mail`}
        required
        disabled={isKnown}
        autoComplete="off"
        data-autofocus={!isKnown || undefined}
        {...text('email')}
      />
      <TextInput
        label={t`Username`}
        required
        disabled={isKnown}
        description={isKnown ? t`To change it, switch this user off and create another.` : undefined}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...text('userMuniCore')}
      />
      <div className={styles['names']}>
        <TextInput label={t`First name`} required autoComplete="off" {...text('firstName')} />
        <TextInput label={t`Last name`} required autoComplete="off" {...text('lastName')} />
      </div>
      <NativeSelect
        label={t`Role`}
        required
        value={person.role}
        onChange={({ currentTarget }) => change({ role: currentTarget.value as Role | '' })}
        data={[{ value: '', label: t`Choose a role` }, ...offered.map((role) => ({ value: role, label: names[role] }))]}
      />
      {person.role === ROLE_WITH_LEGAJO && (
        <TextInput label={t`Legajo`} required={!isKnown} autoComplete="off" {...text('inspectorID')} />
      )}
    </>
  )
}

type AreasFieldProps = {
  readonly areas: readonly { readonly ref: AreaPath; readonly nombre: string }[]
  readonly value: readonly AreaPath[]
  readonly disabled?: boolean
  readonly onChange: (areas: readonly AreaPath[]) => void
}

/** The areas of one municipality: at least one is checked. */
export function AreasField({ areas, value, disabled = false, onChange }: AreasFieldProps) {
  const { t } = useLingui()
  return (
    <Checkbox.Group
      label={t`Areas`}
      required
      value={[...value]}
      onChange={(chosen) => onChange(chosen as unknown as readonly AreaPath[])}
    >
      <div className={styles['areas']}>
        {areas.map(({ ref, nombre }) => (
          <Checkbox key={ref} value={ref} label={nombre} disabled={disabled} className={styles['choice'] ?? ''} />
        ))}
      </div>
    </Checkbox.Group>
  )
}
