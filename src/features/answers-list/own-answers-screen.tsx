import { useParams } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { Trans, useLingui } from '@lingui/react/macro'
import { OWN_ANSWERS_PAGE_SIZE, templateIdSchema, type TemplateId } from '#domain/kernel/index.ts'
import { pickPage } from '#domain/search/index.ts'
import type { Profile } from '#domain/sync/index.ts'
import { listLocalAnswers, listOlderAnswers, loadTemplate } from '#local/index.ts'
import {
  EmptyState,
  toLoadablePage,
  ListScreen,
  useAccount,
  useFormTexts,
  useListAddress,
  useProfile,
} from '#ui/index.ts'
import { NewAnswerLink } from './answer-form.tsx'
import { isOwnAnswer, toLineFromLocal, addOlderLines } from './answer-lines.ts'
import { getLineKey, useAnswerColumns } from './answer-columns.tsx'
import { BackToForms, FormNotFound } from './no-form.tsx'

/** /misRespuestas/{form}: this account's answers. All of them are stored on the device, so the screen works offline. */
export function OwnAnswersScreen() {
  const { id } = useParams({ from: '/misRespuestas/$id' })
  const profile = useProfile()
  const parsed = templateIdSchema.safeParse(id)
  if (profile === null) return null
  return parsed.success ? (
    <OwnFormAnswers key={parsed.data} template={parsed.data} profile={profile} />
  ) : (
    <FormNotFound />
  )
}

function OwnFormAnswers({ template: id, profile }: { readonly template: TemplateId; readonly profile: Profile }) {
  const { t } = useLingui()
  const { local } = useAccount()
  const formText = useFormTexts()
  const { search } = useListAddress()
  const device = useLiveQuery(async () => {
    const [template, answers, older] = await Promise.all([
      loadTemplate(local, id),
      listLocalAnswers(local, id),
      listOlderAnswers(local, id),
    ])
    const ownAnswers = answers.filter((answer) => isOwnAnswer(answer, profile.id))
    const lines = await Promise.all(
      ownAnswers.map(async (answer) =>
        toLineFromLocal(
          answer,
          answer.answer === undefined ? await loadTemplate(local, answer.template, answer.version) : undefined,
          profile,
        ),
      ),
    )
    return { template, lines: addOlderLines(lines, older) }
  }, [local, id, profile])
  const lines = device?.lines ?? []
  const columns = useAnswerColumns(lines, { isWhole: true })
  if (device !== undefined && device.template === undefined && lines.length === 0) return <FormNotFound />
  return (
    <ListScreen
      title={t`My answers`}
      subtitle={device?.template === undefined ? undefined : formText(device.template, 'titulo')}
      back={<BackToForms />}
      actions={<NewAnswerLink template={device?.template} />}
      list={toLoadablePage(device && pickPage(lines, search.pagina ?? 1, OWN_ANSWERS_PAGE_SIZE))}
      label={t`Answers`}
      name="own"
      columns={columns}
      keyOf={getLineKey}
      empty={<EmptyState title={<Trans>There are no answers available.</Trans>} />}
    />
  )
}
