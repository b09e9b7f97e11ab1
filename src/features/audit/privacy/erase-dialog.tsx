import { useState } from 'react'
import { TextInput, Textarea } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { toProblem } from '#domain/endpoints/index.ts'
import { getVisibleText, type AnswerId } from '#domain/kernel/index.ts'
import {
  erasePerson,
  ERASURE_WORDS,
  MAX_ERASED_PER_REQUEST,
  MAX_ERASURE_REASON_LENGTH,
  type NotErasedReason,
  type PersonIdentifier,
} from '#domain/privacy/index.ts'
import { FormDialog, useEndpointCall, useProblemText } from '#ui/index.ts'

/** Result of an erasure, which may be incomplete if it was interrupted. */
export type ErasureResult = {
  readonly erased: readonly AnswerId[]
  readonly left: readonly { readonly id: AnswerId; readonly why: NotErasedReason }[]
}

type EraseDialogProps = {
  readonly person: PersonIdentifier
  readonly ids: readonly AnswerId[]
  readonly onErased: (result: ErasureResult) => void
  readonly onClose: () => void
}

/** Asks for the reason and a typed confirmation word, then erases the records. The server checks both again. */
export function EraseDialog({ person, ids, onErased, onClose }: EraseDialogProps) {
  const { t, i18n } = useLingui()
  const problemText = useProblemText()
  const { act, busy } = useEndpointCall(erasePerson)
  const [reason, setReason] = useState('')
  const [typed, setTyped] = useState('')
  const [wasSubmitted, setTried] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const { value: identifier } = person
  const word = i18n.locale.startsWith('es') ? ERASURE_WORDS.es : ERASURE_WORDS.en
  const [hasReason, isConfirmed] = [getVisibleText(reason) !== '', typed.trim().toUpperCase() === word]

  async function erase(): Promise<void> {
    setTried(true)
    if (!hasReason || !isConfirmed) return
    const result = { erased: [] as AnswerId[], left: [] as ErasureResult['left'][number][] }
    for (let start = 0; start < ids.length; start += MAX_ERASED_PER_REQUEST) {
      const part = ids.slice(start, start + MAX_ERASED_PER_REQUEST)
      const outcome = await act({ body: { person, ids: part, word, reason } })
      if (outcome.kind !== 'ok') {
        // Reports the records that earlier requests have erased already.
        if (result.erased.length > 0) onErased(result)
        return setFailure(problemText(toProblem(outcome)))
      }
      result.erased.push(...outcome.value.erased)
      result.left.push(...outcome.value.left)
    }
    onErased(result)
    onClose()
  }

  return (
    <FormDialog
      title={t`Erase data of ${identifier} permanently?`}
      submit={<Trans>Erase</Trans>}
      danger
      busy={busy}
      failure={failure}
      onSubmit={() => void erase()}
      onClose={onClose}
    >
      <p>
        <Plural
          value={ids.length}
          one="# record with its files and history is erased on the server, and on devices with their next connection. This cannot be undone."
          other="# records with their files and history are erased on the server, and on devices with their next connection. This cannot be undone."
        />{' '}
        <Trans>Amounts, receipts and valid tickets are kept without the person’s data, as the law requires.</Trans>
      </p>
      <Textarea
        label={t`Reason`}
        description={t`For the audit log, for example the number of the request. Do not write personal data.`}
        value={reason}
        maxLength={MAX_ERASURE_REASON_LENGTH}
        required
        rows={2}
        error={wasSubmitted && !hasReason ? t`Enter the reason.` : undefined}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <TextInput
        label={t`Type ${word} to confirm`}
        value={typed}
        required
        autoComplete="off"
        error={wasSubmitted && !isConfirmed ? t`Type ${word}.` : undefined}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
    </FormDialog>
  )
}
