import { IconChecklist, IconPencil } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { LinkButton } from '#ui/index.ts'
import type { AnswerLine } from './answer-lines.ts'
import { formatLineName } from './states/name-of-line.ts'
import { isSelectable } from './states/use-chosen.tsx'
import styles from './answers-list.module.css'

/** Actions on answers that the user's role allows. */
export type RowRights = { readonly correct: boolean; readonly complete: boolean }

/** Links to correct and complete an unpaid answer (part 3, point 2). The linked screens report other locks. */
export function RowActs({ line, rights }: { readonly line: AnswerLine; readonly rights: RowRights }) {
  const { t } = useLingui()
  if (!isSelectable(line)) return null
  const { id, payment, isComplete } = line
  if (payment !== null) return null
  const name = formatLineName(line)
  return (
    <span className={styles['acts']}>
      {rights.correct && (
        <LinkButton
          to="/correctForm/$id"
          params={{ id }}
          variant="subtle"
          aria-label={t`Correct answer ${name}`}
          leftSection={<IconPencil size={18} aria-hidden="true" />}
        >
          <Trans>Correct</Trans>
        </LinkButton>
      )}
      {rights.complete && !isComplete && (
        <LinkButton
          to="/respuestas/actualizar/$id"
          params={{ id }}
          variant="subtle"
          aria-label={t`Complete answer ${name}`}
          leftSection={<IconChecklist size={18} aria-hidden="true" />}
        >
          <Trans>Complete</Trans>
        </LinkButton>
      )}
    </span>
  )
}
