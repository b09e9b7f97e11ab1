import { Outlet, useMatches } from '@tanstack/react-router'
import { Trans } from '@lingui/react/macro'
import { Banner, isFramedView, lazyPart, Notices, useSession, withMessages } from '#ui/index.ts'
import { PUBLIC_ACCESS } from '#domain/access/index.ts'
import type { RouteAccess, PageFrame } from './access.ts'
import { RouteGuard } from './guard.tsx'
import styles from './root.module.css'

/** Loaded on demand, as it is needed only in other sites' frames. */
const EmbeddedFrame = lazyPart(
  async () => (await withMessages('embedded', import('./embedded/frame.tsx'))).EmbeddedFrame,
)

type Screen = { readonly access: RouteAccess; readonly frame: PageFrame }

/** Returns the route table's entry of the current screen. */
function useScreen(): Screen {
  return useMatches({
    select: (matches) => {
      const data = matches.at(-1)?.staticData
      return { access: data?.access ?? PUBLIC_ACCESS, frame: data?.frame ?? 'bare' }
    },
    structuralSharing: true,
  })
}

/** Wraps every screen: skip link, frame, guard and short messages. */
export function Root() {
  const { access, frame } = useScreen()
  return (
    <>
      <a className={`r-pad-12 r-round r-raised r-accent r-bold ${styles['skip']}`} href="#main">
        <Trans>Skip to content</Trans>
      </a>
      <BlockedByWindow />
      <FramedScreen access={access} frame={frame} />
      <Notices />
    </>
  )
}

/**
 * The screen in its frame. Screens without frame (`bare`) are not guarded. `EmbeddedFrame` guards other sites' frames.
 */
function FramedScreen({ access, frame }: Screen) {
  if (!isFramedView() && frame !== 'bare') return <RouteGuard access={access} frame={frame} />
  return (
    <main id="main" tabIndex={-1} className={styles['main']}>
      {isFramedView() ? <EmbeddedFrame access={access} /> : <Outlet />}
    </main>
  )
}

/**
 * Shown while a window with an older version of the app blocks the database upgrade. Until that window is closed, no
 * data can be read and users cannot sign in.
 */
function BlockedByWindow() {
  const blocked = useSession((state) => state.isBlockedByOtherWindow)
  if (!blocked) return null
  return (
    <div role="alert" className={styles['blocked']}>
      <Banner tone="attention">
        <strong>
          <Trans>Close the other Relevo window</Trans>
        </strong>{' '}
        <Trans>
          Another window is using an older version of the app. Close it to continue here. Nothing will be lost.
        </Trans>
      </Banner>
    </div>
  )
}
