import { useState, type ReactNode } from 'react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Problem } from '#domain/kernel/index.ts'
import { Dialog } from '#ui/index.ts'

/** Says that nothing was changed (part 3, point 8). `said`: a dialog beside the form; `onRefused`: whether it does */
export function useUnchanged(): { readonly said: ReactNode; readonly onRefused: (problem: Problem) => boolean } {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  return {
    said: (
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title={t`There are no changes`}>
        <p>
          <Trans>You must make at least one change before you can save the answer.</Trans>
        </p>
      </Dialog>
    ),
    onRefused: ({ code }) => {
      setOpen(code === 'answer.no-changes')
      return code === 'answer.no-changes'
    },
  }
}
