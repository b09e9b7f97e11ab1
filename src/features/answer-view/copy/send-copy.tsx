import { useState } from 'react'
import { Button } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { Trans } from '@lingui/react/macro'
import { actorOfProfile } from '#domain/access/index.ts'
import { findActionRefusal } from '#domain/corrections/index.ts'
import { answerIdSchema, type AnswerId } from '#domain/kernel/index.ts'
import { lazyPart, useProfile } from '#ui/index.ts'
import { useAnswer, type ShownAnswer } from '../use-answer.ts'
import styles from './copy.module.css'

const CopyDialog = lazyPart(async () => (await import('./copy-dialog.tsx')).CopyDialog)

type SendCopyButtonProps = {
  readonly shownAnswer: ShownAnswer
  /** `default` among other buttons, `subtle` in a list of links */
  readonly variant?: 'default' | 'subtle'
  /** the user requested the copy when saving: the dialog is open initially */
  readonly asked?: boolean
}

/** Offers a copy by e-mail, if the form allows copies and the server accepts them from this user. */
export function SendCopyButton({ shownAnswer, variant = 'subtle', asked = false }: SendCopyButtonProps) {
  const profile = useProfile()
  const [asking, setAsking] = useState(asked)
  const isOffered =
    profile !== null && findActionRefusal('sendCopy', actorOfProfile(profile), shownAnswer.answer, undefined) === null
  if (!isOffered || shownAnswer.isGone) return null
  return (
    <>
      <Button
        variant={variant}
        className={variant === 'default' ? styles['send'] : undefined}
        leftSection={<IconMail size={20} aria-hidden="true" />}
        onClick={() => setAsking(true)}
      >
        <Trans>Send a copy by e-mail</Trans>
      </Button>
      {asking && <CopyDialog answer={shownAnswer.stored} afterSaving={asked} onClose={() => setAsking(false)} />}
    </>
  )
}

/** Offers a copy on screens that have only the id of the answer. */
export function SendCopyButtonForAnswer({ id, asked }: { readonly id: string; readonly asked: boolean }) {
  const parsed = answerIdSchema.safeParse(id)
  return parsed.success ? <OfAnswer id={parsed.data} asked={asked} /> : null
}

function OfAnswer({ id, asked: opens }: { readonly id: AnswerId; readonly asked: boolean }) {
  const [loadable] = useAnswer(id)
  return loadable.kind === 'here' ? (
    <SendCopyButton shownAnswer={loadable.value} variant="default" asked={opens} />
  ) : null
}
