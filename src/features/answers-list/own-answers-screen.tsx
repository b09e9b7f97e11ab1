import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { IconPencil } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { OWN_ANSWERS_PAGE_SIZE, templateIdSchema, type TemplateId } from '#domain/kernel/index.ts'
import { pageOf } from '#domain/search/index.ts'
import type { Profile } from '#domain/sync/index.ts'
import { listAnswers, loadTemplate } from '#local/index.ts'
import {
  EmptyState,
  LinkButton,
  ListSkeleton,
  Page,
  Pager,
  useAccount,
  useCan,
  useFormTexts,
  useProfile,
} from '#ui/index.ts'
import { isOwn, lineOfLocal } from './answer-lines.ts'
import { AnswersTable } from './answers-table.tsx'
import { BackToForms, NoForm } from './no-form.tsx'
import styles from './answers-list.module.css'

/** /misRespuestas/{form}: what this account has answered. Wholly from the device, which keeps one's own answers: no network is needed. */
export function OwnAnswersScreen() {
  const { id } = useParams({ from: '/misRespuestas/$id' })
  const profile = useProfile()
  const parsed = templateIdSchema.safeParse(id)
  if (profile === null) return null
  return parsed.success ? <OwnAnswersOf key={parsed.data} template={parsed.data} profile={profile} /> : <NoForm />
}

function OwnAnswersOf({ template: id, profile }: { readonly template: TemplateId; readonly profile: Profile }) {
  const { t } = useLingui()
  const { local } = useAccount()
  const can = useCan()
  const textOf = useFormTexts()
  const { pagina = 1 } = useSearch({ from: '/misRespuestas/$id' })
  const navigate = useNavigate({ from: '/misRespuestas/$id' })
  const device = useLiveQuery(async () => {
    const [template, answers] = await Promise.all([loadTemplate(local, id), listAnswers(local, id)])
    const own = answers.filter((answer) => isOwn(answer, profile.id))
    const lines = await Promise.all(
      own.map(async (answer) =>
        lineOfLocal(
          answer,
          answer.answer === undefined ? await loadTemplate(local, answer.template, answer.version) : undefined,
          profile,
        ),
      ),
    )
    return { template, lines }
  }, [local, id, profile])
  if (device === undefined) {
    return (
      <Page title={t`My answers`} back={<BackToForms />}>
        <ListSkeleton />
      </Page>
    )
  }
  const { template, lines } = device
  if (template === undefined && lines.length === 0) return <NoForm />
  const page = pageOf(lines, pagina, OWN_ANSWERS_PAGE_SIZE)
  return (
    <Page
      title={t`My answers`}
      subtitle={template === undefined ? undefined : textOf(template, 'titulo')}
      back={<BackToForms />}
      actions={
        template !== undefined &&
        can('create', { kind: 'respuesta', template }) && (
          <LinkButton to="/contestar/$id" params={{ id }} leftSection={<IconPencil size={20} aria-hidden="true" />}>
            <Trans>Answer</Trans>
          </LinkButton>
        )
      }
    >
      {page.total > 0 ? (
        <AnswersTable lines={page.items} />
      ) : (
        <EmptyState title={<Trans>There are no answers available.</Trans>} />
      )}
      <footer className={styles['foot']}>
        <Pager
          page={page.page}
          pages={page.pages}
          onPage={(next) => void navigate({ search: next > 1 ? { pagina: next } : {} })}
        />
      </footer>
    </Page>
  )
}
