import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Banner, translateField, Page, useFormats } from '#ui/index.ts'
import type { DraftOpening } from '../drafts/open-draft.ts'
import { StoredTextNotice } from './discard-written.tsx'

export type DraftOwnerConfirmationProps = {
  readonly opening: Extract<DraftOpening, { readonly kind: 'draft' }>
  readonly onContinue: () => void
  readonly onStartNew: () => Promise<void>
}

/** Asks whether the draft on this device is the user's, showing only its form and date. */
export function DraftOwnerConfirmation({ opening, onContinue, onStartNew }: DraftOwnerConfirmationProps) {
  const { i18n } = useLingui()
  const formats = useFormats()
  return (
    <Page title={translateField(opening.template, 'titulo', i18n.locale)} width="narrow">
      <Banner
        tone="attention"
        action={
          <Button onClick={onContinue}>
            <Trans>Continue</Trans>
          </Button>
        }
      >
        <b>
          <Trans>A draft of this form is on this device.</Trans>
        </b>{' '}
        <Trans>Last edited on {formats.dateTime(opening.draft.updatedAt)}. Not sent.</Trans>
      </Banner>
      <StoredTextNotice label={<Trans>Start new</Trans>} onDiscard={onStartNew}>
        <Trans>If it is not yours, start a new one.</Trans>
      </StoredTextNotice>
    </Page>
  )
}
