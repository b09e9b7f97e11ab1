import { Link } from '@tanstack/react-router'
import { IconChartBar } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Mark, useCan, useProfile } from '#ui/index.ts'
import { AccountMenu } from './account-menu.tsx'
import { NavigationLinks } from './bottom-bar.tsx'
import { SyncIndicator } from './sync-indicator.tsx'
import styles from './shell.module.css'

export function TopBar() {
  const { t } = useLingui()
  const can = useCan()
  const municipality = useProfile()?.municipality
  const brand = municipality?.brand
  return (
    <header className={styles['bar']} style={{ borderColor: brand?.colour }}>
      <Link to="/home" className={styles['brand']} aria-label={t`Relevo, home`}>
        <Mark size={28} />
        <span className={styles['name']} aria-hidden="true" translate="no">
          {'Relevo'}
        </span>
      </Link>
      {brand?.logo !== undefined && (
        // Without a connection, its name stands there.
        <img className={styles['logo']} src={brand.logo} alt={municipality?.nombre} />
      )}
      <nav className={styles['links']} aria-label={t`Main`}>
        <NavigationLinks className={styles['link'] ?? ''} />
        {can('read', 'estadistica_formulario') && (
          <Link to="/estadisticas" activeOptions={{ exact: true }} className={`${styles['link']} ${styles['roomy']}`}>
            <IconChartBar size={22} aria-hidden="true" />
            <Trans>Statistics</Trans>
          </Link>
        )}
      </nav>
      <div className="r-grow" />
      <SyncIndicator />
      <AccountMenu />
    </header>
  )
}
