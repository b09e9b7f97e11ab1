import { Link } from '@tanstack/react-router'
import { useLingui } from '@lingui/react/macro'
import type { Profile } from '#domain/sync/index.ts'
import { useAdministration, useProfile } from '#ui/index.ts'
import styles from './account-panel.module.css'

type AdministrationProps = { readonly onLeave: () => void }

/** Links to the administration screens that the user may open. Renders nothing if there are none. */
export function Administration({ onLeave }: AdministrationProps) {
  const profile = useProfile()
  return profile === null ? null : <Entries profile={profile} onLeave={onLeave} />
}

function Entries({ profile, onLeave }: AdministrationProps & { readonly profile: Profile }) {
  const { t } = useLingui()
  const entries = useAdministration(profile)
  if (entries.length === 0) return null
  return (
    <nav className={`r-column r-gap-0 ${styles['administration']}`} aria-label={t`Administration`}>
      {entries.map(({ to, name }) => (
        <Link key={to} to={to} className={`r-line r-gap-0 r-middle r-target ${styles['entry']}`} onClick={onLeave}>
          {name}
        </Link>
      ))}
    </nav>
  )
}
