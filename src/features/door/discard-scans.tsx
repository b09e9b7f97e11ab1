import { useState } from 'react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { countDoorLinkScans, discardDoorLink, type ShownDoorLinks } from '#domain/tickets/index.ts'
import type { TemplateId } from '#domain/kernel/index.ts'
import { LoadablePart, FormDialog, useEndpointCall, useEndpointData, useFailureText } from '#ui/index.ts'

type DiscardScansProps = {
  readonly form: TemplateId
  readonly link: ShownDoorLinks['links'][number]
  readonly onClose: () => void
}

/** Shows the number of scans to discard, then sends requests until all are discarded. */
export function DiscardScans({ form, link: { id: link, name }, onClose }: DiscardScansProps) {
  const { t } = useLingui()
  const [asked, again] = useEndpointData(countDoorLinkScans, { form, link })
  const { act } = useEndpointCall(discardDoorLink)
  const failureText = useFailureText()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  async function discard(): Promise<void> {
    setBusy(true)
    setFailure(null)
    let outcome = await act({ form, link })
    while (outcome.kind === 'ok' && !outcome.value.isDone) outcome = await act({ form, link })
    setBusy(false)
    if (outcome.kind === 'ok') onClose()
    else setFailure(failureText(outcome))
  }
  return (
    <FormDialog
      danger
      title={t`Discard the scans of ${name}`}
      submit={<Trans>Discard scans</Trans>}
      busy={busy}
      disabled={asked.kind !== 'here'}
      failure={failure}
      onSubmit={() => void discard()}
      onClose={onClose}
    >
      <LoadablePart asked={asked} again={again}>
        {({ scans }) => (
          <>
            <p>
              <Plural
                value={scans}
                _0="This link has no scans to discard."
                one="# scan of this link will be discarded."
                other="# scans of this link will be discarded."
              />
            </p>
            <p>
              <Trans>
                The link ends. Its scans stay on record but no longer count, so tickets scanned only with it can be used
                again. Later scans from its devices are also discarded. You cannot undo this.
              </Trans>
            </p>
          </>
        )}
      </LoadablePart>
    </FormDialog>
  )
}
