import { useLiveQuery } from 'dexie-react-hooks'
import { Trans, useLingui } from '@lingui/react/macro'
import { listEdits } from '#local/index.ts'
import { Banner, LinkButton, useAccount, useFormats } from '#ui/index.ts'

/** New forms that were begun on this device and never saved, above a fresh one. */
export function UnsavedForms() {
  const { t } = useLingui()
  const { local } = useAccount()
  const formats = useFormats()
  const edits = useLiveQuery(() => listEdits(local), [local]) ?? []
  return edits
    .filter(({ version }) => version === 0)
    .map(({ id, title, updatedAt }) => {
      const [name, date] = [title === '' ? t`Form without a title` : title, formats.dateTime(updatedAt)]
      return (
        <Banner
          key={id}
          tone="waiting"
          action={
            <LinkButton variant="default" to="/editar/$id/{-$tipo}" params={{ id }} aria-label={t`Continue ${name}`}>
              <Trans>Continue</Trans>
            </LinkButton>
          }
        >
          <Trans>
            Not saved yet: {name} ({date})
          </Trans>
        </Banner>
      )
    })
}
