import { Skeleton } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { LogoMark } from '#ui/index.ts'
import styles from './shell.module.css'

/** The outline of a page while session and shell are loading: logo, bar and content. */
export function ShellSkeleton() {
  const { t } = useLingui()
  return (
    <>
      <div className={`r-line r-gap-4 r-middle ${styles['bar']}`}>
        <span className={`r-middle r-fixed r-target r-round r-accent r-line ${styles['brand']}`}>
          <LogoMark size={28} />
        </span>
      </div>
      <main id="main" tabIndex={-1} className={`r-block ${styles['content']}`}>
        <div className={`r-column r-gap-16 ${styles['outline']}`} role="status" aria-label={t`Loading`}>
          <Skeleton height={32} width="40%" />
          <Skeleton height={64} />
          <Skeleton height={64} />
          <Skeleton height={64} />
        </div>
      </main>
    </>
  )
}
