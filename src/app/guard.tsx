import { useEffect, type ReactNode } from 'react'
import { useRouter } from '@tanstack/react-router'
import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { unreachable } from '#domain/kernel/index.ts'
import { BlockedScreen } from '#features/blocked/index.ts'
import {
  AccountProvider,
  ErrorState,
  lazyPart,
  Page,
  useProblemText,
  useSession,
  useSessionActions,
} from '#ui/index.ts'
import type { RouteAccess, PageFrame } from './access.ts'
import { useOpenAccount } from './account.ts'
import { ShellSkeleton } from './shell/shell-skeleton.tsx'
import styles from './root.module.css'

/** The frame of screens that require a sign-in. A separate file, which is preloaded when a session is likely. */
export const LazyShell = lazyPart(async () => (await import('./shell/shell.tsx')).Shell)

/**
 * Shows an outline while the session is loading, and redirects to the sign-in page if no account is signed in (part 1,
 * point 2). The shell checks access rights.
 */
export function RouteGuard({ access, frame }: { readonly access: RouteAccess; readonly frame: PageFrame }) {
  const phase = useSession((state) => state.phase)
  const account = useOpenAccount((state) => state.account)
  const { signOut } = useSessionActions()

  switch (phase.kind) {
    case 'loading':
      return <ShellSkeleton />
    case 'unauthenticated':
      return <RedirectToSignIn />
    case 'error':
      if (phase.problem.code === 'municipality.blocked' || phase.problem.code === 'country.blocked') {
        return <UnframedContent content={<BlockedScreen problem={phase.problem} signOut={() => void signOut()} />} />
      }
      return <UnframedContent content={<SessionError />} />
    case 'authenticated':
      if (account === null) return <ShellSkeleton />
      return (
        <AccountProvider value={account}>
          <LazyShell access={access} frame={frame} meanwhile={<ShellSkeleton />} />
        </AccountProvider>
      )
    default:
      return unreachable(phase)
  }
}

/** Navigates to the sign-in page once, and remembers the intended address. */
function RedirectToSignIn() {
  const router = useRouter()
  useEffect(() => {
    const { pathname, href } = router.latestLocation
    // Already navigating; this component is rendered until the sign-in page's file is loaded.
    if (pathname === '/login') return
    void router.navigate({ to: '/login', search: href === '/home' ? {} : { volver: href }, replace: true })
  }, [router])
  return <ShellSkeleton />
}

function UnframedContent({ content }: { readonly content: ReactNode }) {
  return (
    <main id="main" tabIndex={-1} className={styles['main']}>
      {content}
    </main>
  )
}

function SessionError() {
  const { t } = useLingui()
  const { signOut } = useSessionActions()
  const problemText = useProblemText()
  const phase = useSession((state) => state.phase)
  return (
    <Page title={t`Sign in`} width="narrow">
      <ErrorState
        title={<Trans>The session data could not be loaded.</Trans>}
        action={
          <Button onClick={() => void signOut()}>
            <Trans>Sign in with another account</Trans>
          </Button>
        }
      >
        {phase.kind === 'error' && problemText(phase.problem)}
      </ErrorState>
    </Page>
  )
}
