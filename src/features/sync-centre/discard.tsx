import { type ReactNode, useState } from 'react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Result } from '#domain/kernel/index.ts'
import { DeleteButton, FormDialog, notify, useProblemText } from '#ui/index.ts'
import type { About } from './use-device-work.ts'

type DiscardProps = {
  /** what distinguishes an answer, and its form; of a form its title */
  readonly about: About
  readonly reference?: string
  readonly question: string
  /** what goes with it */
  readonly children: ReactNode
  readonly extra?: ReactNode
  readonly discard: () => Promise<Result<unknown>>
}

/** Lets work of this device go for good, once the user has read what goes with it. */
export function Discard({ about: { title, form }, reference, question, children, extra, discard }: DiscardProps) {
  const { t } = useLingui()
  const textOf = useProblemText()
  const [asking, setAsking] = useState(false)
  const name = reference ?? title
  async function letGo(): Promise<void> {
    const discarded = await discard()
    setAsking(false)
    notify(
      discarded.ok ? { tone: 'waiting', text: t`Discarded` } : { tone: 'attention', text: textOf(discarded.problem) },
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
        submit={<Trans>Discard for good</Trans>}
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
