import { Link } from '@tanstack/react-router'
import { useLingui } from '@lingui/react/macro'
import { later, Mark, useCan, useProfile } from '#ui/index.ts'
import { AccountMenu } from './account-menu.tsx'
import { NavigationLinks } from './bottom-bar.tsx'
import { SyncIndicator } from './sync-indicator.tsx'
import styles from './shell.module.css'

/** No one waits for them: the bar is as good without them. */
const fetched = async () => import('./top-bar-later.tsx').catch(() => undefined)
const RoomyLinks = later(async () => (await fetched())?.RoomyLinks ?? None)
const SearchButton = later(async () => (await fetched())?.SearchButton ?? None)
const None = (): null => null

export function TopBar() {
  const { t } = useLingui()
  const municipality = useProfile()?.municipality
  const brand = municipality?.brand
  const can = useCan()
  return (
    <header className={`r-line r-gap-4 r-middle ${styles['bar']}`} style={{ borderColor: brand?.colour }}>
      <Link
        to="/home"
        className={`r-middle r-fixed r-target r-round r-accent r-line ${styles['brand']}`}
        aria-label={t`Relevo, home`}
      >
        <Mark size={28} />
        <span className={styles['name']} aria-hidden="true" translate="no">
          {'Relevo'}
        </span>
      </Link>
      {brand?.logo !== undefined && (
        // Without a connection, its name stands there.
        <img className={styles['logo']} src={brand.logo} alt={municipality?.nombre} />
      )}
      <nav
        className={styles['links']}
        aria-label={t`Main`}
        data-more={can('manage', 'usuario_municipio') ? 'all' : can('read', 'estadistica_formulario')}
      >
        <NavigationLinks className={styles['link'] ?? ''} />
        <RoomyLinks />
      </nav>
      <div className="r-grow" />
      <SearchButton />
      <SyncIndicator />
      <AccountMenu />
    </header>
  )
}
