import { type ReactNode, useState } from 'react'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { DeleteButton, Banner } from '#ui/index.ts'

export type StoredTextNoticeProps = {
  /** says what is stored, and why */
  readonly children: ReactNode
  readonly onDiscard: () => Promise<void>
  /** button text; has a default */
  readonly label?: ReactNode
  /** another action, shown first */
  readonly before?: ReactNode
}

/**
 * Says that the text is stored on this device, and offers to discard it. Asks for confirmation instead of offering
 * undo, which would keep the text for a while on shared computers.
 */
export function StoredTextNotice({
  children,
  onDiscard,
  label = <Trans>Discard what I wrote</Trans>,
  before,
}: StoredTextNoticeProps) {
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  if (!asking)
    return (
      <Banner
        tone="quiet"
        action={
          <div className="r-row">
            {before}
            <DeleteButton onClick={() => setAsking(true)}>{label}</DeleteButton>
          </div>
        }
      >
        {children}
      </Banner>
    )
  const discard = (): void => {
    setBusy(true)
    void onDiscard()
  }
  return (
    <div role="alert">
      <Banner
        tone="attention"
        action={
          <>
            <Button variant="default" onClick={() => setAsking(false)}>
              <Trans>Keep it</Trans>
            </Button>
            <Button color="var(--r-attention)" loading={busy} onClick={discard}>
              <Trans>Discard permanently</Trans>
            </Button>
          </>
        }
      >
        <Trans>
          Everything you wrote here, with its photos, will be deleted from this device. This cannot be undone.
        </Trans>
      </Banner>
    </div>
  )
}
