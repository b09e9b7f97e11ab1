import type { ComponentPropsWithRef } from 'react'
import { Trans } from '@lingui/react/macro'
import { useProfile } from '#ui/index.ts'
import styles from './shell.module.css'

function formatInitials(firstName: string, lastName: string, email: string): string {
  const initials = [firstName, lastName].map((name) => name.trim().charAt(0)).join('')
  return (initials === '' ? email.slice(0, 2) : initials).toUpperCase()
}

/** Button with the initials of the signed-in user. */
export function AccountButton(props: ComponentPropsWithRef<'button'>) {
  const profile = useProfile()
  if (profile === null) return null
  return (
    <button {...props} type="button" className={`r-centred r-target r-round ${styles['account']}`}>
      <span className="r-hidden">
        <Trans>
          Account of {profile.firstName} {profile.lastName}
        </Trans>
      </span>
      <span className={`r-centred r-accent r-small ${styles['initials']}`} aria-hidden="true">
        {formatInitials(profile.firstName, profile.lastName, profile.email)}
      </span>
    </button>
  )
}
