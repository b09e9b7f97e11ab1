import { useLiveQuery } from 'dexie-react-hooks'
import { Trans } from '@lingui/react/macro'
import { formatAnswerName } from '#domain/answering/index.ts'
import { buildReference } from '#domain/codes/index.ts'
import { loadTemplate, type Draft } from '#local/index.ts'
import { Banner, LinkButton, useAccount, useFormats, useFormTexts } from '#ui/index.ts'

/** Link to a draft on this device, for users who have no welcome page. */
export function DraftNote({ draft }: { readonly draft: Draft }) {
  const { local } = useAccount()
  const formats = useFormats()
  const formText = useFormTexts()
  const { id, template, version, updatedAt } = draft
  const form = useLiveQuery(() => loadTemplate(local, template, version), [local, template, version])
  if (form === undefined) return null
  const title = formText(form, 'titulo')
  const name = formatAnswerName(form, draft)
  return (
    <Banner
      tone="quiet"
      action={
        <LinkButton
          to="/contestar/$id"
          params={{ id: template }}
          search={{ borrador: id }}
          variant="default"
          aria-describedby={`draft-${id}`}
        >
          <Trans>Continue</Trans>
        </LinkButton>
      }
    >
      <strong id={`draft-${id}`}>{name || title}</strong>
      <br />
      {name !== '' && `${title} · `}
      <Trans>Draft of {formats.dateTime(updatedAt)}</Trans> · <span className="r-code">{buildReference(id)}</span>
    </Banner>
  )
}

/** After saving (/listar?respuesta=…): shows the answer's code, or its reference until a code is assigned. */
export function SavedMessage({ code }: { readonly code: string }) {
  return (
    <div role="status">
      <Banner tone="received">
        <strong>
          <Trans>The answer was saved</Trans>
        </strong>
        {' · '}
        <span className="r-code">{code}</span>
      </Banner>
    </div>
  )
}
