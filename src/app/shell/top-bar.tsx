import { Link } from '@tanstack/react-router'
import { useLingui } from '@lingui/react/macro'
import { type CSSProperties, useState } from 'react'
import { lazyPart, LogoMark, useProfile, withMessages } from '#ui/index.ts'
import { AccountButton } from './account-button.tsx'
import { NavigationLinks } from './bottom-bar.tsx'
import { SyncIndicator } from './sync-indicator.tsx'
import styles from './shell.module.css'

/** Loaded when the menu is first opened, because popover and dialog are as large as a screen. */
const AccountPanel = lazyPart(
  async () => (await withMessages('shell/account', import('./account/account-panel.tsx'))).AccountPanel,
)

/** The account button and its menu. */
function AccountMenu() {
  const [isRequested, setAsked] = useState(false)
  const closed = <AccountButton aria-haspopup="dialog" aria-expanded={false} onClick={() => setAsked(true)} />
  return <AccountPanel isWanted={isRequested} meanwhile={closed} />
}

/** Optional parts of the bar, loaded without delaying it. */
const fetched = async () => import('./lazy-top-bar-links.tsx').catch(() => undefined)
const LazyTopBarLinks = lazyPart(async () => (await fetched())?.TopBarLinks ?? RenderNothing)
const SearchButton = lazyPart(async () => (await fetched())?.SearchButton ?? RenderNothing)
const RenderNothing = (): null => null

/** Draws the bar's line, and the mark of the current link on it, in the municipality's colour. */
function markInColour(colour = 'var(--r-accent)'): CSSProperties {
  return { '--mark': colour } as CSSProperties
}

export function TopBar() {
  const { t } = useLingui()
  const municipality = useProfile()?.municipality
  const brand = municipality?.brand
  return (
    <header className={`r-line r-gap-4 r-middle ${styles['bar']}`} style={markInColour(brand?.colour)}>
      <Link
        to="/home"
        className={`r-middle r-fixed r-target r-round r-accent r-line ${styles['brand']}`}
        aria-label={t`Relevo, home`}
      >
        <LogoMark size={28} />
        <span className={styles['name']} aria-hidden="true" translate="no">
          {'Relevo'}
        </span>
      </Link>
      {brand?.logo !== undefined && (
        // Offline, the logo's alternative text shows the municipality's name.
        <img className={styles['logo']} src={brand.logo} alt={municipality?.nombre} />
      )}
      <nav className={styles['links']} aria-label={t`Main`}>
        <NavigationLinks className={styles['link'] ?? ''} />
        <LazyTopBarLinks />
      </nav>
      <div className="r-grow" />
      <SearchButton />
      <SyncIndicator />
      <AccountMenu />
    </header>
  )
}
