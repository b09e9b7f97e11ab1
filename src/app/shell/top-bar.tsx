import { Link } from '@tanstack/react-router'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { later, Mark, useCan, useProfile, withWords } from '#ui/index.ts'
import { AccountButton } from './account-button.tsx'
import { NavigationLinks } from './bottom-bar.tsx'
import { SyncIndicator } from './sync-indicator.tsx'
import styles from './shell.module.css'

/** Popover and dialog weigh as much as the screen of a form: no one waits for them before asking for them. */
const AccountPanel = later(
  async () => (await withWords('shell/account', import('./account/account-panel.tsx'))).AccountPanel,
)

/** The button of the account, and behind it the menu. */
function AccountMenu() {
  const [asked, setAsked] = useState(false)
  const closed = <AccountButton aria-haspopup="dialog" aria-expanded={false} onClick={() => setAsked(true)} />
  return <AccountPanel wanted={asked} meanwhile={closed} />
}

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
