import { useEffect, useState } from 'react'
import { useLiveQuery } from 'dexie-react-hooks'
import { Trans } from '@lingui/react/macro'
import { readOutboxSummary, estimateFreeSpace, readStorageState, type FreeSpace } from '#local/index.ts'
import { Banner, LinkButton, useAccount, useFormats } from '#ui/index.ts'
import styles from './shell.module.css'

/**
 * Interval of checks, milliseconds. Needed because other sites' storage also changes the free space that the browser
 * reports.
 */
const CHECK_INTERVAL_MS = 300_000

/**
 * Warns that storage is running out, before saving fails. Renders nothing while there is space, or if the browser does
 * not report it.
 */
export function StorageBanner() {
  const formats = useFormats()
  const space = useFreeStorage()
  if (space.kind === 'unknown' || space.kind === 'ample') return null
  return (
    <div className={styles['lapsed']} role="status">
      <Banner
        tone={space.kind === 'little' ? 'waiting' : 'attention'}
        action={
          <LinkButton to="/sincronizacion" hash="espacio" variant="default">
            <Trans>Free up space</Trans>
          </LinkButton>
        }
      >
        {space.kind === 'little' ? (
          <Trans>This device is low on space: {formats.bytes(space.remaining)} left.</Trans>
        ) : (
          <Trans>
            This device is almost full: {formats.bytes(space.remaining)} left. The next answer with photos may not fit.
          </Trans>
        )}
      </Banner>
    </div>
  )
}

/** The free storage, checked at intervals and when the size of the unsent files changes. */
function useFreeStorage(): FreeSpace {
  const { local } = useAccount()
  const saved = useLiveQuery(async () => (await readOutboxSummary(local)).bytes, [local])
  const [room, setRoom] = useState<FreeSpace>({ kind: 'unknown' })
  useEffect(() => {
    let current = true
    const checkFreeSpace = (): void => {
      void readStorageState(navigator.storage).then((state) => {
        if (current) setRoom(estimateFreeSpace(state))
      })
    }
    checkFreeSpace()
    const timer = setInterval(checkFreeSpace, CHECK_INTERVAL_MS)
    return () => {
      current = false
      clearInterval(timer)
    }
  }, [saved])
  return room
}
