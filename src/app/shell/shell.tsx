import { useEffect } from 'react'
import { Outlet, useRouter } from '@tanstack/react-router'
import { actorOfProfile, meetsAccessRule } from '#domain/access/index.ts'
import type { Profile } from '#domain/sync/index.ts'
import { ForbiddenScreen } from '#features/forbidden/index.ts'
import { lazyPart, useProfile } from '#ui/index.ts'
import { findStartPage, type PageFrame, type RouteAccess, type StartPage } from '../access.ts'
import { BottomBar } from './bottom-bar.tsx'
import { ExpiredSessionBanner } from './lapsed-banner.tsx'
import { SessionWatcher } from './session-watcher.tsx'
import { ShellSkeleton } from './shell-skeleton.tsx'
import { TopBar } from './top-bar.tsx'
import styles from './shell.module.css'

/** Loaded on demand, as few devices show it. If loading fails, no banner is shown. */
const StorageBanner = lazyPart(async () => {
  const room = await import('./storage-banner.tsx').catch(() => undefined)
  return room?.StorageBanner ?? (() => null)
})

/**
 * Top bar, screen and, on phones, bottom navigation. Screens with their own footer (`task`) have no bottom
 * navigation.
 */
export function Shell({ access, frame }: { readonly access: RouteAccess; readonly frame: PageFrame }) {
  const profile = useProfile()
  if (profile === null) return <ShellSkeleton />
  return (
    <div className={styles['shell']} data-frame={frame}>
      <SessionWatcher />
      <TopBar />
      <ExpiredSessionBanner />
      <StorageBanner />
      <main id="main" tabIndex={-1} className={`r-block ${styles['content']}`}>
        <AllowedScreen access={access} profile={profile} />
      </main>
      {frame === 'shell' && <BottomBar />}
    </div>
  )
}

/** The screen, or a replacement for a user without access. */
function AllowedScreen({ access, profile }: { readonly access: RouteAccess; readonly profile: Profile }) {
  if (access.kind === 'welcome') return <WelcomeOrRedirect to={findStartPage(profile.role)} />
  return meetsAccessRule(access, actorOfProfile(profile)) ? <Outlet /> : <ForbiddenScreen />
}

/** The welcome page, or a redirect to the start page of a role without one. */
function WelcomeOrRedirect({ to }: { readonly to: StartPage }) {
  const router = useRouter()
  useEffect(() => {
    if (router.latestLocation.pathname === '/home' && to !== '/home') void router.navigate({ to, replace: true })
  }, [router, to])
  return to === '/home' ? <Outlet /> : null
}
