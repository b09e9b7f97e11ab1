import { Trans, useLingui } from '@lingui/react/macro'
import { provisionalReference } from '#domain/codes/index.ts'
import { discardDraft, type Draft } from '#local/index.ts'
import { DraftItem, ItemList, useAccount, useFormats } from '#ui/index.ts'
import { Discard } from './discard.tsx'
import type { DeviceWork } from './use-device-work.ts'

type DraftsProps = { readonly drafts: readonly Draft[]; readonly about: DeviceWork['about'] }

/** Not finished, so not sent. */
export function Drafts({ drafts, about }: DraftsProps) {
  const { t } = useLingui()
  const { local } = useAccount()
  const formats = useFormats()
  return (
    <ItemList label={t`Drafts`}>
      {drafts.map((draft) => {
        const named = about.draft(draft)
        return (
          <DraftItem
            key={draft.id}
            draft={draft}
            title={named.title}
            details={[named.form, t`Last change ${formats.dateTime(draft.updatedAt)}`]}
          >
            <Discard
              about={named}
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
