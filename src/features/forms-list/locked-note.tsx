import { IconLock } from '@tabler/icons-react'
import { Trans } from '@lingui/react/macro'
import { countAnswers, type FormSummary } from '#domain/templates/index.ts'
import { useAsked } from '#ui/index.ts'
import styles from './forms-list.module.css'

type LockedNoteProps = {
  /** what it is about is described by it: a menu has nothing that speaks by itself */
  readonly id: string
  readonly template: FormSummary
  /** a copy is offered to this person */
  readonly copied: boolean
}

/** Says at the end of a form's menu, where nothing moves, that answers lock it; nothing until the server says so. */
export function LockedNote({ id, template, copied }: LockedNoteProps) {
  const [asked] = useAsked(countAnswers, { id: template.id })
  const answers = asked.kind === 'here' ? asked.value.answers : 0
  return (
    <div id={id} className={`r-line r-pad-8 r-top r-soft r-note ${styles['locked']}`}>
      {answers > 0 && (
        <>
          <IconLock size={18} aria-hidden="true" />
          <span>
            {copied ? (
              <Trans>Locked by its answers ({answers}): duplicate it and edit the copy.</Trans>
            ) : (
              <Trans>Locked by its answers ({answers}).</Trans>
            )}
          </span>
        </>
      )}
    </div>
  )
}
