import { useCallback, useRef } from 'react'
import { Button, Group } from '@mantine/core'
import { IconChecklist, IconMessageReport, IconPencil } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { computeRequestStatus } from '#domain/corrections/index.ts'
import type { Problem } from '#domain/kernel/index.ts'
import { LinkButton, useProblemText } from '#ui/index.ts'
import type { ShownAnswer } from '../use-answer.ts'
import { EndRequestButton } from '../requests/end-request.tsx'
import { ChangeStateButton } from './change-state.tsx'
import { useOfferedActions } from './use-offered.ts'

type ActsBarProps = {
  readonly shownAnswer: ShownAnswer
  /** hides the button for state changes, for pages that have their own */
  readonly stateless?: boolean
}

/** Actions for this answer, and why it cannot be corrected. Deleting has its own button (delete-answer.tsx). */
export function ActionsBar({ shownAnswer, stateless = false }: ActsBarProps) {
  const { t } = useLingui()
  const problemText = useProblemText()
  const bar = useRef<HTMLElement>(null)
  const toBar = useCallback(() => bar.current?.focus({ preventScroll: true }), [])
  const offered = useOfferedActions(shownAnswer)
  if (offered === null) return null
  const { answer, stored } = shownAnswer
  const { acts, whyNotAsked, correctionProblem, isCorrectable } = offered
  const reasonNotAsked =
    whyNotAsked === 'form'
      ? t`A correction can only be requested if the form uses the citizen portal and incidents and asks for no payment.`
      : whyNotAsked && problemText(whyNotAsked)
  return (
    <section ref={bar} tabIndex={-1} aria-label={t`Available actions`}>
      <Group gap="xs" align="stretch">
        {acts.changeState && !stateless && <ChangeStateButton answer={answer} stored={stored} leave={toBar} />}
        {acts.edit && (
          <LinkButton
            to="/respuestas/actualizar/$id"
            params={{ id: answer.id }}
            variant="default"
            leftSection={<IconChecklist size={20} aria-hidden="true" />}
          >
            <Trans>Fill in missing answers</Trans>
          </LinkButton>
        )}
        {acts.correct && (
          <LinkButton
            to="/correctForm/$id"
            params={{ id: answer.id }}
            variant="default"
            leftSection={<IconPencil size={20} aria-hidden="true" />}
          >
            <Trans>Edit answer</Trans>
          </LinkButton>
        )}
        {acts.ask && (
          <>
            <EndRequestButton answer={answer} stored={stored} />
            <LinkButton
              to="/ver/$id/observaciones"
              params={{ id: answer.id }}
              variant="default"
              leftSection={<IconMessageReport size={20} aria-hidden="true" />}
            >
              {computeRequestStatus(answer) === 'approved' ? (
                <Trans>Request a correction</Trans>
              ) : (
                <Trans>Request again</Trans>
              )}
            </LinkButton>
          </>
        )}
        {reasonNotAsked !== null && (
          <>
            <Button
              variant="default"
              disabled
              title={reasonNotAsked}
              leftSection={<IconMessageReport size={20} aria-hidden="true" />}
            >
              <Trans>Request a correction</Trans>
            </Button>
            <p className="r-alone r-soft r-small">{reasonNotAsked}</p>
          </>
        )}
        {!acts.edit && (
          <NotCorrectableReason
            problem={correctionProblem}
            hasActions={Object.values(acts).some(Boolean)}
            isCorrectable={isCorrectable}
          />
        )}
      </Group>
    </section>
  )
}

type WhyNotProps = {
  readonly problem: Problem | null
  /** other actions are available to this user */
  readonly hasActions: boolean
  /** users with another role can correct the answer */
  readonly isCorrectable: boolean
}

/** Says why the user cannot correct the answer, and who can. */
function NotCorrectableReason({ problem, hasActions, isCorrectable }: WhyNotProps) {
  const problemText = useProblemText()
  if (problem === null) return null
  if (problem.code !== 'access.forbidden') return <p className="r-alone r-soft">{problemText(problem)}</p>
  if (hasActions && !isCorrectable) return null
  return (
    <p className="r-alone r-soft">
      {!hasActions && <Trans>You can view this answer, but your role does not allow you to change it.</Trans>}{' '}
      {isCorrectable && <Trans>To have it corrected, ask a supervisor of the area who may correct answers.</Trans>}
    </p>
  )
}
