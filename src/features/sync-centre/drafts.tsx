import { useState } from 'react'
import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { provisionalReference } from '#domain/codes/index.ts'
import { discardDraft, type Draft } from '#local/index.ts'
import { FormDialog, Item, ItemList, LinkButton, notify, useAccount, useFormats, useProblemText } from '#ui/index.ts'
import type { DeviceWork } from './use-device-work.ts'

type DraftsProps = { readonly drafts: readonly Draft[]; readonly titleOf: DeviceWork['titleOf'] }

/** Not finished, so not sent. */
export function Drafts({ drafts, titleOf }: DraftsProps) {
  const { t } = useLingui()
  return (
    <ItemList label={t`Drafts`}>
      {drafts.map((draft) => (
        <DraftItem key={draft.id} draft={draft} title={titleOf(draft)} />
      ))}
    </ItemList>
  )
}

function DraftItem({ draft, title }: { readonly draft: Draft; readonly title: string }) {
  const { t } = useLingui()
  const { local } = useAccount()
  const formats = useFormats()
  const textOf = useProblemText()
  const [asking, setAsking] = useState(false)
  const reference = provisionalReference(draft.id)

  async function discard(): Promise<void> {
    const discarded = await discardDraft(local, draft.id)
    setAsking(false)
    notify(
      discarded.ok ? { tone: 'waiting', text: t`Discarded` } : { tone: 'attention', text: textOf(discarded.problem) },
    )
  }
  return (
    <Item
      title={title}
      details={[
        <span key="reference" className="r-code">
          {reference}
        </span>,
        t`Last change ${formats.dateTime(draft.updatedAt)}`,
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
      <Button variant="default" onClick={() => setAsking(true)} aria-label={t`Discard ${reference}`}>
        <Trans>Discard</Trans>
      </Button>
      <FormDialog
        danger
        opened={asking}
        title={t`Discard this draft?`}
        submit={<Trans>Discard for good</Trans>}
        onSubmit={() => void discard()}
        onClose={() => setAsking(false)}
      >
        <p>
          {title} · <span className="r-code">{reference}</span>
        </p>
        <p>
          <Trans>
            What was written, and its photos and signatures, are deleted from this device. It cannot be undone.
          </Trans>
        </p>
      </FormDialog>
    </Item>
  )
}
