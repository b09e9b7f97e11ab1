import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { IconPencil } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import type { Answer } from '#domain/answers/index.ts'
import { answerIdSchema } from '#domain/kernel/index.ts'
import { canTakeBack, loadAnswer, takeBackAnswer } from '#local/index.ts'
import { Banner, notify, useAccount, useCan, useProblemText } from '#ui/index.ts'

/** Reopens an unsent answer as a draft. Renders nothing once sending has started. */
export function TakeBackButton({ id }: { readonly id: string }) {
  const { t } = useLingui()
  const { local } = useAccount()
  const navigate = useNavigate()
  const problemText = useProblemText()
  const [busy, setBusy] = useState(false)
  const parsed = answerIdSchema.safeParse(id).data
  const form = useLiveQuery(async () => {
    if (parsed === undefined || !(await canTakeBack(local, parsed))) return undefined
    return (await loadAnswer(local, parsed))?.template
  }, [local, parsed])
  if (parsed === undefined || form === undefined) return null

  async function takeBack(answer: NonNullable<typeof parsed>, template: NonNullable<typeof form>): Promise<void> {
    setBusy(true)
    const taken = await takeBackAnswer(local, answer, { choice: 'correct', now: Date.now() })
    setBusy(false)
    if (!taken.ok) return notify({ tone: 'attention', text: problemText(taken.problem) })
    if (taken.value === null)
      return notify({
        tone: 'attention',
        text: t`The answer is already being sent. It can no longer be corrected before sending.`,
      })
    notify({
      tone: 'waiting',
      text: t`The answer is a draft again. It will be sent when you save it.`,
    })
    if (taken.value > 0)
      notify({ tone: 'attention', text: t`Its copy by e-mail was cancelled. Request it again when you save.` })
    await navigate({ to: '/contestar/$id', params: { id: template }, search: { borrador: answer } })
  }

  return (
    <Button
      variant="default"
      loading={busy}
      leftSection={<IconPencil size={20} aria-hidden="true" />}
      onClick={() => void takeBack(parsed, form)}
    >
      <Trans>Correct before sending</Trans>
    </Button>
  )
}

type CorrectionHintProps = {
  readonly answer: Answer
  /** shows the hint in its own banner; otherwise the hint is part of another text */
  readonly isAlone?: boolean
}

/** Says who can correct an answer once its sending has started. */
export function CorrectionHint({ answer, isAlone = false }: CorrectionHintProps) {
  const { local } = useAccount()
  const can = useCan()
  const isSendingStarted = useLiveQuery(async () => !(await canTakeBack(local, answer.id)), [local, answer.id]) === true
  if (!isSendingStarted) return null
  const hint = can('correct', { kind: 'respuesta', document: answer }) ? (
    <Trans>Sending has begun. You can edit the answer here once it has arrived.</Trans>
  ) : (
    <Trans>Sending has begun. Once the answer has arrived, a supervisor of the area can correct it.</Trans>
  )
  return isAlone ? <Banner tone="waiting">{hint}</Banner> : hint
}
