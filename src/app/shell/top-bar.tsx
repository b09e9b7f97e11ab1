import { Link } from '@tanstack/react-router'
import { useLingui } from '@lingui/react/macro'
import { Mark } from '#ui/index.ts'
import { AccountMenu } from './account-menu.tsx'
import { NavigationLinks } from './bottom-bar.tsx'
import { SyncIndicator } from './sync-indicator.tsx'
import styles from './shell.module.css'

export function TopBar() {
  const { t } = useLingui()
  return (
    <header className={styles['bar']}>
      <Link to="/home" className={styles['brand']} aria-label={t`Relevo, home`}>
        <Mark size={28} />
        <span className={styles['name']} aria-hidden="true" translate="no">
          {'Relevo'}
        </span>
      </Link>
      <nav className={styles['links']} aria-label={t`Main`}>
        <NavigationLinks className={styles['link'] ?? ''} />
      </nav>
      <div className={styles['space']} />
      <SyncIndicator />
      <AccountMenu />
    </header>
  )
}
