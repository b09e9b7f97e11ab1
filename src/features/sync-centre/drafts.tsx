import { Trans, useLingui } from '@lingui/react/macro'
import { provisionalReference } from '#domain/codes/index.ts'
import { discardDraft, type Draft } from '#local/index.ts'
import { DraftItem, ItemList, useAccount, useFormats } from '#ui/index.ts'
import { Discard } from './discard.tsx'
import type { DeviceWork } from './use-device-work.ts'

type DraftsProps = { readonly drafts: readonly Draft[]; readonly titleOf: DeviceWork['titleOf'] }

/** Not finished, so not sent. */
export function Drafts({ drafts, titleOf }: DraftsProps) {
  const { t } = useLingui()
  const { local } = useAccount()
  const formats = useFormats()
  return (
    <ItemList label={t`Drafts`}>
      {drafts.map((draft) => {
        const title = titleOf(draft)
        return (
          <DraftItem
            key={draft.id}
            draft={draft}
            title={title}
            details={[t`Last change ${formats.dateTime(draft.updatedAt)}`]}
          >
            <Discard
              title={title}
              reference={provisionalReference(draft.id)}
              question={t`Discard this draft?`}
              discard={() => discardDraft(local, draft.id)}
            >
              <p>
                <Trans>
                  What was written, and its photos and signatures, are deleted from this device. It cannot be undone.
                </Trans>
              </p>
            </Discard>
          </DraftItem>
        )
      })}
    </ItemList>
  )
}
