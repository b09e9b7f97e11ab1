import { useState } from 'react'
import { useLiveQuery } from 'dexie-react-hooks'
import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { IconFileImport, IconPlus } from '@tabler/icons-react'
import { listKeptDrafts } from '#domain/templates/index.ts'
import { discardTemplateEdit, listTemplateEdits } from '#local/index.ts'
import {
  DeleteButton,
  Banner,
  FormDialog,
  Item,
  ItemList,
  LinkButton,
  notify,
  PageSection,
  useAccount,
  useEndpointData,
  useFormats,
  useProblemText,
} from '#ui/index.ts'
import { listUnpublishedForms, type UnpublishedForm as Work } from './list-unpublished-forms.ts'

/** Number of lines shown initially. A single further line is shown as well. */
const MAX_SHOWN = 3

/** Forms with unpublished changes on the server or this device. Renders nothing if there are none. */
export function UnpublishedForms() {
  const { t } = useLingui()
  const { local } = useAccount()
  const [after, setAfter] = useState<readonly (string | undefined)[]>([undefined])
  const [all, setAll] = useState(false)
  const edits = useLiveQuery(() => listTemplateEdits(local), [local])
  const [loadable] = useEndpointData(listKeptDrafts, { after: after.at(-1) })
  if (edits === undefined) return null
  const page = loadable.kind === 'here' ? loadable.value : undefined
  const work = listUnpublishedForms(edits, page?.drafts ?? [], after.length === 1)
  const isCut = !all && work.length > MAX_SHOWN + 1
  if (work.length === 0 && after.length === 1) return null
  return (
    <PageSection title={t`Not published`}>
      <ItemList label={t`Not published`}>
        {(isCut ? work.slice(0, MAX_SHOWN) : work).map((form) => (
          <Line key={form.id} work={form} />
        ))}
      </ItemList>
      {loadable.kind === 'failed' && (
        <Banner tone="waiting">
          <Trans>Could not load drafts from the server. Showing drafts on this device.</Trans>
        </Banner>
      )}
      {isCut && (
        <Button variant="subtle" onClick={() => setAll(true)}>
          <Trans>Show all {work.length}</Trans>
        </Button>
      )}
      {!isCut && after.length > 1 && (
        <Button variant="subtle" onClick={() => setAfter(after.slice(0, -1))}>
          <Trans>Later</Trans>
        </Button>
      )}
      {!isCut && page?.next !== undefined && (
        <Button variant="subtle" onClick={() => setAfter([...after, page.next])}>
          <Trans>Earlier</Trans>
        </Button>
      )}
    </PageSection>
  )
}

function Line({ work: { id, title, base, kept, edit } }: { readonly work: Work }) {
  const { t } = useLingui()
  const formats = useFormats()
  const name = title === '' ? t`Form without a title` : title
  const [by, on] = [kept?.username ?? '', formats.dateTime(kept?.date ?? '')]
  const changed = formats.dateTime(edit?.updatedAt ?? '')
  return (
    <Item
      title={name}
      details={[
        ...(kept === undefined
          ? []
          : [base === 0 ? t`Draft, never published` : t`Draft of the next version`, t`Saved by ${by} on ${on}`]),
        ...(edit === undefined ? [] : [<strong key="edit">{t`Changes on this device only, from ${changed}`}</strong>]),
      ]}
    >
      <LinkButton to="/editar/$id/{-$tipo}" params={{ id }} variant="default" aria-label={t`Continue ${name}`}>
        <Trans>Continue</Trans>
      </LinkButton>
      {edit !== undefined && <Discard id={id} name={name} isOnly={kept === undefined && base === 0} />}
    </Item>
  )
}

type DiscardProps = { readonly id: Work['id']; readonly name: string; readonly isOnly: boolean }

/** Discards the changes on this device. The version on the server is not changed. */
function Discard({ id, name, isOnly }: DiscardProps) {
  const { t } = useLingui()
  const { local } = useAccount()
  const problemText = useProblemText()
  const [asking, setAsking] = useState(false)
  const discard = async (): Promise<void> => {
    const discarded = await discardTemplateEdit(local, id)
    setAsking(false)
    if (!discarded.ok) notify({ tone: 'attention', text: problemText(discarded.problem) })
  }
  return (
    <>
      <DeleteButton onClick={() => setAsking(true)} aria-label={t`Discard the changes to ${name}`}>
        <Trans>Discard</Trans>
      </DeleteButton>
      <FormDialog
        danger
        opened={asking}
        title={t`Discard your changes?`}
        submit={<Trans>Discard</Trans>}
        onSubmit={() => void discard()}
        onClose={() => setAsking(false)}
      >
        {isOnly ? (
          <Trans>{name} was never saved. All of it will be lost.</Trans>
        ) : (
          <Trans>{name} stays as it was last saved. Your later changes on this device will be lost.</Trans>
        )}
      </FormDialog>
    </>
  )
}

/** Links to create an empty form or to import a form from a file. */
export function NewFormLinks() {
  const { t } = useLingui()
  return (
    <>
      <LinkButton
        to="/editar/$id/{-$tipo}"
        params={{ id: 'nuevo', tipo: 'formulario' }}
        search={{ desde: 'archivo' }}
        variant="default"
        leftSection={<IconFileImport size={20} aria-hidden="true" />}
        aria-label={t`Import form`}
      >
        <Trans>Import</Trans>
      </LinkButton>
      <LinkButton
        to="/editar/$id/{-$tipo}"
        params={{ id: 'nuevo', tipo: 'formulario' }}
        leftSection={<IconPlus size={20} aria-hidden="true" />}
      >
        <Trans>New form</Trans>
      </LinkButton>
    </>
  )
}
