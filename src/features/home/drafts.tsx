import { useLiveQuery } from 'dexie-react-hooks'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { progressOf } from '#domain/answering/index.ts'
import { provisionalReference } from '#domain/codes/index.ts'
import { loadTemplate, type Draft } from '#local/index.ts'
import { Item, ItemList, LinkButton, PageSection, useAccount, useFormats, useFormTexts } from '#ui/index.ts'

/** "Continue where you were": the youngest draft first. */
export function Drafts({ drafts, more }: { readonly drafts: readonly Draft[]; readonly more: number }) {
  const { t } = useLingui()
  return (
    <PageSection title={t`Continue where you were`}>
      <ItemList label={t`Drafts`}>
        {drafts.map((draft) => (
          <DraftItem key={draft.id} draft={draft} />
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

function DraftItem({ draft }: { readonly draft: Draft }) {
  const { t } = useLingui()
  const { local } = useAccount()
  const formats = useFormats()
  const textOf = useFormTexts()
  const template = useLiveQuery(
    () => loadTemplate(local, draft.template, draft.version),
    [local, draft.template, draft.version],
  )
  const title = template === undefined ? '…' : textOf(template, 'titulo')
  const reference = provisionalReference(draft.id)
  const progress = template === undefined ? undefined : progressOf(template, draft.content)
  return (
    <Item
      title={title}
      details={[
        formats.dateTime(draft.updatedAt),
        <span key="reference" className="r-code">
          {reference}
        </span>,
        ...(progress === undefined ? [] : [t`${progress.answered} of ${progress.total} answered`]),
      ]}
    >
      <LinkButton
        to="/contestar/$id"
        params={{ id: draft.template }}
        search={{ borrador: draft.id }}
        aria-label={t`Continue ${title}, ${reference}`}
      >
        <Trans>Continue</Trans>
      </LinkButton>
    </Item>
  )
}
