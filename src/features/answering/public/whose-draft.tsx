import { useEffect, useState } from 'react'
import { useLiveQuery } from 'dexie-react-hooks'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { loadDraft } from '#local/index.ts'
import { translateField, Page, useAccount, useFormats } from '#ui/index.ts'
import type { DraftOpening } from '../drafts/open-draft.ts'
import { StoredTextNotice } from './discard-written.tsx'
import { renderMunicipalityLine } from './place-line.tsx'
import { discardDrafts, type PublicOpening } from './open-public.ts'

export type DraftOwnerConfirmationProps = {
  readonly opening: Extract<DraftOpening, { readonly kind: 'draft' }>
  readonly opened: Extract<PublicOpening, { readonly kind: 'form' }>
  readonly onContinue: () => void
  readonly onAgain: () => void
}

/** Asks whether the draft on this device is the user's, showing only its form and date. */
export function DraftOwnerConfirmation({
  opening,
  opened: { drafts },
  onContinue,
  onAgain,
}: DraftOwnerConfirmationProps) {
  const { i18n } = useLingui()
  const { local } = useAccount()
  const formats = useFormats()
  const { id } = opening.draft
  const [startsNew, setStartsNew] = useState(false)
  const isGone = useLiveQuery(async () => (await loadDraft(local, id)) === undefined, [local, id])
  useEffect(() => {
    // Another window has sent or discarded the draft.
    if (isGone === true && !startsNew) onAgain()
  }, [isGone, startsNew, onAgain])
  const startNew = async (): Promise<void> => {
    setStartsNew(true)
    await discardDrafts(local, drafts)
    onAgain()
  }
  return (
    <Page
      title={translateField(opening.template, 'titulo', i18n.locale)}
      back={renderMunicipalityLine(opening.template.municipioInfo.nombre)}
      width="narrow"
    >
      <StoredTextNotice
        label={<Trans>Start new</Trans>}
        before={
          <Button onClick={onContinue}>
            <Trans>Continue</Trans>
          </Button>
        }
        onDiscard={startNew}
      >
        <b>
          <Trans>A draft of this form is on this device.</Trans>
        </b>{' '}
        <Trans>Last edited on {formats.dateTime(opening.draft.updatedAt)}. Not sent.</Trans>{' '}
        <Trans>If it is not yours, start a new one.</Trans>
      </StoredTextNotice>
    </Page>
  )
}
