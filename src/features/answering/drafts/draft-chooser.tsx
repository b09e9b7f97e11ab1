import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { formatAnswerName, computeProgress } from '#domain/answering/index.ts'
import { buildReference } from '#domain/codes/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import type { Draft } from '#local/index.ts'
import { DeleteButton, translateField, Item, ItemList, LinkButton, Page, useFormats } from '#ui/index.ts'
import { NEW_DRAFT } from './open-draft.ts'
import type { DraftDiscarding } from './use-discarding.ts'

type DraftChooserProps = {
  readonly template: FormTemplate
  readonly drafts: readonly Draft[]
  readonly discarding: DraftDiscarding
}

/** Lets the user choose between several drafts of a form. */
export function DraftChooser({ template, drafts, discarding }: DraftChooserProps) {
  const { t, i18n } = useLingui()
  const formats = useFormats()
  return (
    <Page
      width="narrow"
      title={translateField(template, 'titulo', i18n.locale)}
      subtitle={<Trans>You have several drafts of this form. Which one do you want to continue?</Trans>}
      actions={
        <LinkButton
          to="/contestar/$id"
          params={{ id: template.id }}
          search={{ borrador: NEW_DRAFT }}
          leftSection={<IconPlus size={20} aria-hidden="true" />}
        >
          <Trans>Start a new answer</Trans>
        </LinkButton>
      }
    >
      <ItemList label={t`Drafts`}>
        {drafts.map((draft) => {
          const reference = buildReference(draft.id)
          const { answered, total } = computeProgress(template, draft.content)
          const name = formatAnswerName(template, draft)
          const code = <span className="r-code">{reference}</span>
          const isGone = discarding.ids.has(draft.id)
          return (
            <Item
              key={draft.id}
              title={name || code}
              details={[
                name !== '' && code,
                isGone ? t`Draft discarded` : formats.dateTime(draft.updatedAt),
                t`${answered} of ${total} answered`,
              ]}
            >
              {isGone ? (
                <Button variant="default" onClick={() => discarding.undo(draft.id)}>
                  <Trans>Undo</Trans>
                </Button>
              ) : (
                <>
                  <LinkButton
                    to="/contestar/$id"
                    params={{ id: template.id }}
                    search={{ borrador: draft.id }}
                    aria-label={t`Continue draft ${reference}`}
                  >
                    <Trans>Continue</Trans>
                  </LinkButton>
                  <DeleteButton aria-label={t`Discard draft ${reference}`} onClick={() => discarding.discard(draft.id)}>
                    <Trans>Discard</Trans>
                  </DeleteButton>
                </>
              )}
            </Item>
          )
        })}
      </ItemList>
    </Page>
  )
}
