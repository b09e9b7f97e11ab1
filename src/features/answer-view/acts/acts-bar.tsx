import { useCallback, useRef } from 'react'
import { IconChecklist, IconMessageReport, IconPencil } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { actorOfProfile } from '#domain/access/index.ts'
import { nextStates, refusalOf, requestStatusOf, whyNotOffered, type AnswerAct } from '#domain/corrections/index.ts'
import type { Problem } from '#domain/kernel/index.ts'
import { LinkButton, useProblemText, useProfile } from '#ui/index.ts'
import type { ShownAnswer } from '../use-answer.ts'
import { EndRequest } from '../requests/end-request.tsx'
import { ChangeState } from './change-state.tsx'
import { DeleteAnswer } from './delete-answer.tsx'
import styles from './acts.module.css'

/** What may be done next with this answer, or why nothing may. The server judges by the same rules. */
export function ActsBar({ shown }: { readonly shown: ShownAnswer }) {
  const { t } = useLingui()
  const profile = useProfile()
  const bar = useRef<HTMLElement>(null)
  const toBar = useCallback(() => bar.current?.focus({ preventScroll: true }), [])
  const { answer, stored, version, changes, isGone, isUnsent } = shown
  if (profile === null || isGone || isUnsent) return null
  const actor = actorOfProfile(profile)
  const whyNot = (act: AnswerAct): Problem | null => {
    if (version !== null && version !== undefined) return whyNotOffered(act, actor, answer, version)
    // Without the form nobody knows whether something is missing.
    const refused = refusalOf(act, actor, answer)
    return act === 'edit' && refused === null ? { code: 'answer.not-incomplete' } : refused
  }
  const may = (act: AnswerAct): boolean => whyNot(act) === null
  const offered = {
    changeState: may('changeState') && nextStates(answer).length > 0,
    correct: may('correct'),
    edit: may('edit'),
    ask: may('requestChanges'),
    delete: may('delete'),
  }
  const waits = changes.some(({ state }) => state.kind !== 'quarantined')
  return (
    <section ref={bar} tabIndex={-1} className="r-row" aria-label={t`What can be done`}>
      {offered.changeState && <ChangeState answer={answer} stored={stored} leave={toBar} />}
      {offered.edit && (
        <LinkButton
          to="/respuestas/actualizar/$id"
          params={{ id: answer.id }}
          variant="default"
          leftSection={<IconChecklist size={20} aria-hidden="true" />}
        >
          <Trans>Complete</Trans>
        </LinkButton>
      )}
      {offered.correct && (
        <LinkButton
          to="/correctForm/$id"
          params={{ id: answer.id }}
          variant="default"
          leftSection={<IconPencil size={20} aria-hidden="true" />}
        >
          <Trans>Correct answer</Trans>
        </LinkButton>
      )}
      {offered.ask && (
        <>
          <EndRequest answer={answer} stored={stored} />
          <LinkButton
            to="/ver/$id/observaciones"
            params={{ id: answer.id }}
            variant="default"
            leftSection={<IconMessageReport size={20} aria-hidden="true" />}
          >
            {requestStatusOf(answer) === 'approved' ? <Trans>Ask for a correction</Trans> : <Trans>Ask again</Trans>}
          </LinkButton>
        </>
      )}
      {offered.delete && <DeleteAnswer answer={stored} waits={waits} />}
      <WhyNot problem={whyNot('correct')} quiet={Object.values(offered).some(Boolean)} />
    </section>
  )
}

type WhyNotProps = {
  readonly problem: Problem | null
  /** something else may be done: only a lock is worth a word */
  readonly quiet: boolean
}

function WhyNot({ problem, quiet }: WhyNotProps) {
  const textOf = useProblemText()
  if (problem === null) return null
  const isLock = problem.code !== 'access.forbidden'
  if (quiet && !isLock) return null
  return (
    <p className={styles['why']}>
      {isLock ? textOf(problem) : <Trans>You can read this answer; changing it needs another role.</Trans>}
    </p>
  )
}
