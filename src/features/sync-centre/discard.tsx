import { type ReactNode, useState } from 'react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Result } from '#domain/kernel/index.ts'
import { DeleteButton, FormDialog, notify, useProblemText } from '#ui/index.ts'
import type { WorkTitle } from './use-device-work.ts'

type DiscardButtonProps = {
  /** title of the answer and its form, or title of a form */
  readonly about: WorkTitle
  readonly reference?: string
  readonly question: string
  /** what is deleted */
  readonly children: ReactNode
  readonly extra?: ReactNode
  readonly discard: () => Promise<Result<unknown>>
}

/** Permanently deletes data of this device, after the user has confirmed. */
export function DiscardButton({
  about: { title, form },
  reference,
  question,
  children,
  extra,
  discard,
}: DiscardButtonProps) {
  const { t } = useLingui()
  const problemText = useProblemText()
  const [asking, setAsking] = useState(false)
  const name = reference ?? title
  async function letGo(): Promise<void> {
    const discarded = await discard()
    setAsking(false)
    notify(
      discarded.ok
        ? { tone: 'waiting', text: t`Discarded` }
        : { tone: 'attention', text: problemText(discarded.problem) },
    )
  }
  return (
    <>
      <DeleteButton onClick={() => setAsking(true)} aria-label={t`Discard ${name}`}>
        <Trans>Discard</Trans>
      </DeleteButton>
      <FormDialog
        danger
        opened={asking}
        title={question}
        submit={<Trans>Discard permanently</Trans>}
        extra={extra}
        onSubmit={() => void letGo()}
        onClose={() => setAsking(false)}
      >
        <p>
          <strong>{title}</strong>
          {reference !== undefined && (
            <>
              {' '}
              · <span className="r-code">{reference}</span>
            </>
          )}
          {form !== null && ` · ${form}`}
        </p>
        {children}
      </FormDialog>
    </>
  )
}
