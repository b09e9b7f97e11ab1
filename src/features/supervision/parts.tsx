import { Link } from '@tanstack/react-router'
import { Trans, useLingui } from '@lingui/react/macro'
import { useOversight } from '#ui/index.ts'
import styles from './supervision.module.css'

/** The parts of the supervision that are this person's; nothing when it is one. */
export function Parts() {
  const { t } = useLingui()
  const { held, devices, jobs } = useOversight()
  if ([held, devices, jobs].filter(Boolean).length < 2) return null
  const className = styles['part'] ?? ''
  return (
    <nav className={styles['parts']} aria-label={t`Supervision`}>
      {held && (
        <Link to="/supervision/retenidas" className={className}>
          <Trans context="answers">Held</Trans>
        </Link>
      )}
      {devices && (
        <Link to="/supervision/dispositivos" className={className}>
          <Trans>Devices</Trans>
        </Link>
      )}
      {jobs && (
        <Link to="/supervision/tareas" className={className}>
          <Trans>Failed tasks</Trans>
        </Link>
      )}
    </nav>
  )
}
