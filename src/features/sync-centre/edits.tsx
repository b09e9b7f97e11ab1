import { Trans, useLingui } from '@lingui/react/macro'
import { discardEdit, type EditSummary } from '#local/index.ts'
import { Item, ItemList, LinkButton, useAccount, useFormats } from '#ui/index.ts'
import { Discard } from './discard.tsx'

/** Forms that are being edited: what was changed is on this device only, until the user saves it. */
export function Edits({ edits }: { readonly edits: readonly EditSummary[] }) {
  const { t } = useLingui()
  const { local } = useAccount()
  const formats = useFormats()
  return (
    <ItemList label={t`Forms with changes that are not saved`}>
      {edits.map(({ id, title, updatedAt }) => {
        const name = title === '' ? t`Form without a title` : title
        return (
          <Item key={id} title={name} details={[t`Last change ${formats.dateTime(updatedAt)}`]}>
            <LinkButton to="/editar/$id/{-$tipo}" params={{ id }} aria-label={t`Continue ${name}`}>
              <Trans>Continue</Trans>
            </LinkButton>
            <Discard
              about={{ title: name, form: null }}
              question={t`Discard your changes?`}
              discard={() => discardEdit(local, id)}
            >
              <p>
                <Trans>What was changed is deleted from this device. What was saved before stays on the server.</Trans>
              </p>
            </Discard>
          </Item>
        )
      })}
    </ItemList>
  )
}
