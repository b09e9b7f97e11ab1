import { Link } from '@tanstack/react-router'
import { Trans, useLingui } from '@lingui/react/macro'
import styles from './places.module.css'

/** What an administrator of the installation looks after here. */
export function Parts() {
  const { t } = useLingui()
  const className = styles['part'] ?? ''
  return (
    <nav className={styles['parts']} aria-label={t`Installation`}>
      <Link to="/municipios" className={className} activeOptions={{ exact: true }}>
        <Trans>Municipalities</Trans>
      </Link>
      <Link to="/paises" className={className}>
        <Trans>Countries</Trans>
      </Link>
      <Link to="/configuracion" className={className}>
        <Trans>Remote configuration</Trans>
      </Link>
    </nav>
  )
}
