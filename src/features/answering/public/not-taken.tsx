import { useState } from 'react'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { toInstant } from '#domain/kernel/index.ts'
import { discardEntry, exportUnsentWork } from '#local/index.ts'
import type { OutboxEntry } from '#domain/sync/index.ts'
import { downloadFile, useAccount, useProblemText } from '#ui/index.ts'
import { StoredTextNotice } from './discard-written.tsx'

/** Offers to save the unsent data of this device as a file, and to discard a refused answer. */
export function RefusedAnswer({ entries }: { readonly entries: readonly Pick<OutboxEntry, 'id'>[] }) {
  const { local } = useAccount()
  const problemText = useProblemText()
  const [failed, setFailed] = useState(false)
  const keep = async (): Promise<void> => {
    try {
      const { hashSha256 } = await import('#sync/index.ts')
      const now = toInstant(Date.now())
      downloadFile(
        await exportUnsentWork(local, (part) => hashSha256(crypto, part), now),
        `relevo-${now.slice(0, 10)}.relevo`,
      )
      setFailed(false)
    } catch {
      setFailed(true)
    }
  }
  const discard = async (): Promise<void> => {
    for (const { id } of entries) await discardEntry(local, id)
  }
  return (
    <>
      <Button variant="default" className="r-close" onClick={() => void keep()}>
        <Trans>Save a copy as a file</Trans>
      </Button>
      {failed && <p role="alert">{problemText({ code: 'device.storage-failed' })}</p>}
      <StoredTextNotice onDiscard={discard}>
        <Trans>Tell the municipality what happened. Save a copy to help them find out why.</Trans>
      </StoredTextNotice>
    </>
  )
}
