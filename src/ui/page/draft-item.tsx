import type { ReactNode } from 'react'
import { Trans, useLingui } from '@lingui/react/macro'
import { buildReference } from '#domain/codes/index.ts'
import type { AnswerId, TemplateId } from '#domain/kernel/index.ts'
import { Item } from './item-list.tsx'
import { LinkButton } from './link-button.tsx'

type DraftItemProps = {
  readonly draft: {
    readonly id: AnswerId
    readonly template: TemplateId
    /** kind of change, if the draft changes an answer on the server */
    readonly change?: { readonly kind: 'answer.edit' | 'answer.correct' | 'answer.revise' }
  }
  /** subject of the draft, or its form */
  readonly title: string
  /** details in addition to the reference */
  readonly details: readonly (string | false | null)[]
  /** further actions */
  readonly children?: ReactNode
}

/** A draft in a list, with a link to continue it. */
export function DraftItem({ draft, title, details, children }: DraftItemProps) {
  const { t } = useLingui()
  const reference = buildReference(draft.id)
  return (
    <Item
      title={title}
      details={[
        <span key="reference" className="r-code">
          {reference}
        </span>,
        ...details,
      ]}
    >
      {draft.change === undefined ? (
        <LinkButton
          to="/contestar/$id"
          params={{ id: draft.template }}
          search={{ borrador: draft.id }}
          variant="default"
          aria-label={t`Continue ${title}, ${reference}`}
        >
          <Trans>Continue</Trans>
        </LinkButton>
      ) : (
        <LinkButton
          to={draft.change.kind === 'answer.edit' ? '/respuestas/actualizar/$id' : '/correctForm/$id'}
          params={{ id: draft.id }}
          variant="default"
          aria-label={t`Continue changing ${title}, ${reference}`}
        >
          <Trans>Continue</Trans>
        </LinkButton>
      )}
      {children}
    </Item>
  )
}
