import { useState } from 'react'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Banner } from '#ui/index.ts'
import type { EditOwner } from './own-edit.ts'

/** Says that another window edits this form, and offers to take over the form with its unsaved changes. */
export function EditorOpenElsewhere({
  owner,
  onTakeOver,
}: {
  readonly owner: EditOwner
  readonly onTakeOver: () => void
}) {
  const [isRequested, setAsked] = useState(false)
  return (
    <div role="status">
      <Banner
        tone="waiting"
        action={
          <Button
            variant="default"
            loading={isRequested}
            onClick={() => {
              setAsked(true)
              onTakeOver()
            }}
          >
            <Trans>Edit it here</Trans>
          </Button>
        }
      >
        {owner === 'taken' ? (
          <Trans>
            Editing continues in another window, with all your changes from here. In this window you can only read the
            form.
          </Trans>
        ) : (
          <Trans>
            You are editing this form in another window. In this window you can only read it, as it was when you opened
            it.
          </Trans>
        )}
      </Banner>
    </div>
  )
}
