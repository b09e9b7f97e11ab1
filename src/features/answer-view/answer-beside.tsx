import { Title } from '@mantine/core'
import { IconArrowsMaximize, IconX } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { answerIdSchema, type AnswerId } from '#domain/kernel/index.ts'
import { AnswerCode, LinkButton, ListSkeleton, useCan } from '#ui/index.ts'
import { AnswerContents } from './answer-contents.tsx'
import { AnswerNotShown } from './no-answer.tsx'
import { useAnswer } from './use-answer.ts'
import styles from './answer-view.module.css'

/** The chosen answer beside its list: named by its code, because the form's title stands over both. */
export function AnswerBeside({ id }: { readonly id: string }) {
  const parsed = answerIdSchema.safeParse(id)
  return parsed.success ? <Beside key={parsed.data} id={parsed.data} /> : <AnswerNotShown problem={{ code: 'answer.missing' }} />
}

function Beside({ id }: { readonly id: AnswerId }) {
  const { t } = useLingui()
  const can = useCan()
  const [shown, again] = useAnswer(id)
  const code = shown.kind === 'here' ? shown.answer.codigoMunicipio : ''
  return (
    <div className={styles['beside']}>
      <header className={styles['beside-head']}>
        <Title order={2}>
          <AnswerCode id={id} code={code} />
        </Title>
        <LinkButton
          to="/ver/$id"
          params={{ id }}
          variant="subtle"
          leftSection={<IconArrowsMaximize size={20} aria-hidden="true" />}
        >
          <Trans>On its own page</Trans>
        </LinkButton>
        <LinkButton
          from="/respuestas/listado/$id/{-$respuesta}"
          to="/respuestas/listado/$id/{-$respuesta}"
          params={(before) => ({ ...before, respuesta: undefined })}
          search
          replace
          resetScroll={false}
          variant="subtle"
          leftSection={<IconX size={20} aria-hidden="true" />}
          aria-keyshortcuts="Escape"
          title={t`Escape closes it, too`}
        >
          <Trans>Close</Trans>
        </LinkButton>
      </header>
      {shown.kind === 'loading' && <ListSkeleton rows={6} />}
      {shown.kind === 'failed' && <AnswerNotShown problem={shown.problem} again={again} />}
      {shown.kind === 'here' &&
        (can('read', { kind: 'respuesta', document: shown.answer }) ? (
          <AnswerContents answer={shown.answer} delivery={shown.delivery} problem={shown.problem} again={again} />
        ) : (
          <AnswerNotShown problem={{ code: 'template.not-in-areas' }} />
        ))}
    </div>
  )
}
