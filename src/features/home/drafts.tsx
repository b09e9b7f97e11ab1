import { useLiveQuery } from 'dexie-react-hooks'
import { Plural, useLingui } from '@lingui/react/macro'
import { answerName, progressOf } from '#domain/answering/index.ts'
import { loadTemplate, type Draft } from '#local/index.ts'
import { DraftItem, ItemList, LinkButton, PageSection, useAccount, useFormats, useFormTexts } from '#ui/index.ts'

/** "Continue where you were": the youngest draft first. */
export function Drafts({ drafts, more }: { readonly drafts: readonly Draft[]; readonly more: number }) {
  const { t } = useLingui()
  return (
    <PageSection title={t`Continue where you were`}>
      <ItemList label={t`Drafts`}>
        {drafts.map((draft) => (
          <HomeDraft key={draft.id} draft={draft} />
        ))}
      </ItemList>
      {more > 0 && (
        <p>
          <LinkButton to="/sincronizacion" variant="subtle">
            <Plural value={more} one="# more draft" other="# more drafts" />
          </LinkButton>
        </p>
      )}
    </PageSection>
  )
}

function HomeDraft({ draft }: { readonly draft: Draft }) {
  const { t } = useLingui()
  const { local } = useAccount()
  const formats = useFormats()
  const textOf = useFormTexts()
  const template = useLiveQuery(
    () => loadTemplate(local, draft.template, draft.version),
    [local, draft.template, draft.version],
  )
  const progress = template === undefined ? undefined : progressOf(template, draft.content)
  const title = template === undefined ? '…' : textOf(template, 'titulo')
  const name = answerName(template, draft)
  return (
    <DraftItem
      draft={draft}
      title={name || title}
      details={[
        name !== '' && title,
        formats.dateTime(draft.updatedAt),
        progress !== undefined && t`${progress.answered} of ${progress.total} answered`,
      ]}
    />
  )
}
