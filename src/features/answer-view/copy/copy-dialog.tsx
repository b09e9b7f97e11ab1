import { visibleText } from '#domain/kernel/index.ts'
import { useState } from 'react'
import { Textarea } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Answer } from '#domain/answers/index.ts'
import { MAX_COPY_BODY } from '#domain/mail/index.ts'
import type { CapturedFile } from '#local/index.ts'
import { FormDialog, chooseLanguage } from '#ui/index.ts'
import { useAnswerChange } from '../acts/use-change.ts'
import { CopyAddresses, CopyAttachment } from './copy-fields.tsx'

type CopyDialogProps = {
  readonly answer: Answer
  /** opened right after saving: cancelling asks for confirmation and says that the answer is saved */
  readonly afterSaving: boolean
  readonly onClose: () => void
}

/** Sends a copy of the answer by e-mail. Offline it is queued like any change. */
export function CopyDialog({ answer, afterSaving, onClose }: CopyDialogProps) {
  const { t, i18n } = useLingui()
  const [addresses, setAddresses] = useState<readonly string[]>([])
  const [typed, setTyped] = useState('')
  const [body, setBody] = useState('')
  const [file, setFile] = useState<CapturedFile | null>(null)
  const [hinted, setHinted] = useState(0)
  const [leaving, setLeaving] = useState(false)
  const { make, busy } = useAnswerChange(answer, {
    done: t`The e-mail will be sent. Check its status in the history of the answer.`,
    failed: t`An error occurred while sending the e-mail, please try again`,
  })

  async function send(): Promise<void> {
    // A typed address that was not added is probably intended: the copy is not sent without it.
    if (addresses.length === 0 || visibleText(typed) !== '') return setHinted(hinted + 1)
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    const wish = { to: [...addresses], subject: '', body: body.trim(), language: chooseLanguage(i18n.locale), timeZone }
    const attached = file === null ? {} : { attachment: file.claim.sha256 }
    const fate = await make({ kind: 'answer.sendCopy', ...wish, ...attached }, file === null ? [] : [file])
    if (fate !== null) onClose()
  }

  if (leaving)
    return (
      <FormDialog
        title={t`Send a copy by e-mail`}
        submit={<Trans>Don’t send</Trans>}
        onSubmit={onClose}
        onClose={() => setLeaving(false)}
      >
        <p>
          <Trans>Your answer has been saved correctly. Do you want to cancel sending the e-mail?</Trans>
        </p>
      </FormDialog>
    )
  return (
    <FormDialog
      title={t`Send a copy by e-mail`}
      submit={<Trans>Send</Trans>}
      busy={busy}
      onSubmit={() => void send()}
      onClose={() => (afterSaving ? setLeaving(true) : onClose())}
    >
      <CopyAddresses addresses={addresses} onChange={setAddresses} typed={typed} onType={setTyped} hinted={hinted} />
      <Textarea
        label={t`Message (optional)`}
        rows={4}
        maxLength={MAX_COPY_BODY}
        value={body}
        onChange={(event) => setBody(event.currentTarget.value)}
      />
      <CopyAttachment file={file} onChange={setFile} />
    </FormDialog>
  )
}
