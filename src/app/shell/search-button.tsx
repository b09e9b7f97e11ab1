import { useEffect } from 'react'
import { IconSearch } from '@tabler/icons-react'
import { Trans } from '@lingui/react/macro'
import type { Profile } from '#domain/sync/index.ts'
import { loadSearch } from '#features/search/index.ts'
import { lazyPart, useAdministrationEntries, useProfile } from '#ui/index.ts'
import { findStartPage } from '../access.ts'
import { setSearchOpen, useSearchOpen } from './search-open.ts'
import styles from './search-button.module.css'

/** Loaded on the first search, because the file is as large as a screen. */
const LazySearch = lazyPart(async () => (await loadSearch()).SearchDialog)

/** Opens the search: a button in the top bar, Ctrl or ⌘ with K anywhere, and an entry of the menu on a phone. */
export function SearchButton() {
  const profile = useProfile()
  const opened = useSearchOpen((state) => state.opened)
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      setSearchOpen()
    }
    addEventListener('keydown', press)
    return () => {
      removeEventListener('keydown', press)
      setSearchOpen(false)
    }
  }, [])
  if (profile === null) return null
  return (
    <>
      <button
        type="button"
        className={`r-edge r-middle r-fixed r-soft r-note ${styles['button']}`}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setSearchOpen()}
        onPointerEnter={LazySearch.preload}
      >
        <IconSearch size={20} aria-hidden="true" />
        <span className={styles['word']}>
          <Trans>Search</Trans>
        </span>
        <kbd className={styles['keys']} aria-hidden="true">
          {/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K'}
        </kbd>
      </button>
      {opened && <OpenSearch profile={profile} />}
    </>
  )
}

function OpenSearch({ profile }: { readonly profile: Profile }) {
  return (
    <LazySearch
      profile={profile}
      administration={useAdministrationEntries(profile)}
      isWelcomed={findStartPage(profile.role) === '/home'}
      onClose={() => setSearchOpen(false)}
    />
  )
}
