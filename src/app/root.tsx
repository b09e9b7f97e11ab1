import { Outlet, useMatches } from '@tanstack/react-router'
import { Trans } from '@lingui/react/macro'
import { Notices } from '#ui/index.ts'
import { PUBLIC, type Access, type Frame } from './access.ts'
import { Guard } from './guard.tsx'
import styles from './root.module.css'

type Screen = { readonly access: Access; readonly frame: Frame }

/** What the route table says about the screen on top. */
function useScreen(): Screen {
  return useMatches({
    select: (matches) => {
      const data = matches.at(-1)?.staticData
      return { access: data?.access ?? PUBLIC, frame: data?.frame ?? 'bare' }
    },
    structuralSharing: true,
  })
}

/** Around every screen: the skip link, the frame, the guard and the short messages. */
export function Root() {
  const { access, frame } = useScreen()
  return (
    <>
      <a className={styles['skip']} href="#main">
        <Trans>Skip to the content</Trans>
      </a>
      {frame === 'bare' ? (
        <main id="main" tabIndex={-1} className={styles['main']}>
          <Outlet />
        </main>
      ) : (
        <Guard access={access} frame={frame} />
      )}
      <Notices />
    </>
  )
}
