import { useEffect, useMemo, useRef, useState } from 'react'
import { useLiveQuery } from 'dexie-react-hooks'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import {
  measureFreeableStorage,
  deleteReceivedCopies,
  type StorageShare,
  StorageFailure,
  type FreeableStorage,
} from '#local/index.ts'
import { openMapTiles } from '#local/map/index.ts'
import {
  DeleteButton,
  FormDialog,
  Item,
  ItemList,
  ListSkeleton,
  notify,
  PageSection,
  useAccount,
  useFormats,
  useProblemText,
} from '#ui/index.ts'
import { useMapDownload } from './map-download/use-map-download.ts'

/** Storage use of this account and of maps, and how to free each part. */
export function StorageUse() {
  const { t } = useLingui()
  const { local } = useAccount()
  const shares = useLiveQuery(() => measureFreeableStorage(local), [local])
  const tiles = useMemo(() => openMapTiles(), [])
  const map = useLiveQuery(() => tiles.share(), [tiles])
  const { download } = useMapDownload()
  const part = useRef<HTMLDivElement>(null)
  // Scrolls to this section for links with its hash, because the section is rendered after the browser has scrolled.
  useEffect(() => {
    if (location.hash === '#espacio') part.current?.scrollIntoView()
  }, [])
  return (
    <div id="espacio" ref={part}>
      <PageSection title={t`Storage on this device`}>
        {shares === undefined || map === undefined ? (
          <ListSkeleton rows={2} />
        ) : (
          <Shares shares={shares} map={map} downloaded={download?.bytes ?? 0} onRemoveMap={() => void tiles.clear()} />
        )}
      </PageSection>
    </div>
  )
}

type SharesProps = {
  readonly shares: FreeableStorage
  readonly map: StorageShare
  /** bytes of the downloaded map */
  readonly downloaded: number
  readonly onRemoveMap: () => void
}

function Shares({ shares: { received, drafts, refused, waiting }, map, downloaded, onRemoveMap }: SharesProps) {
  const { t } = useLingui()
  const formats = useFormats()
  const nothing = received.count + drafts.count + refused.count + waiting.count + map.count + downloaded === 0
  if (nothing) {
    return (
      <p>
        <Trans>
          There are no received answers, drafts or maps to remove. The app and the forms stay on the device.
        </Trans>
      </p>
    )
  }
  return (
    <ItemList label={t`Storage on this device`}>
      {received.count > 0 && (
        <Item
          title={<Plural value={received.count} one="Copy of # received answer" other="Copies of # received answers" />}
          details={[
            t`About ${formats.bytes(received.bytes)}`,
            t`The server has them. They are kept here for reading offline.`,
            t`The forms also count older answers, of which only the line in the list is on this device.`,
          ]}
        >
          <RemoveCopies count={received.count} bytes={received.bytes} />
        </Item>
      )}
      {drafts.count > 0 && (
        <Item
          title={<Plural value={drafts.count} one="# draft" other="# drafts" />}
          details={[
            t`${formats.bytes(drafts.bytes)} of photos and signatures`,
            t`Finish or discard them under “Drafts”.`,
          ]}
        />
      )}
      {refused.count > 0 && (
        <Item
          title={
            <Plural
              value={refused.count}
              one="# answer that needs your attention"
              other="# answers that need your attention"
            />
          }
          details={[
            t`${formats.bytes(refused.bytes)} of photos and signatures`,
            t`To free this space without losing them, try sending them again. If that is not possible, export a backup and then discard them under “Needs your attention”.`,
          ]}
        />
      )}
      {waiting.count > 0 && (
        <Item
          title={<Plural value={waiting.count} one="# answer to be sent" other="# answers to be sent" />}
          details={[
            t`${formats.bytes(waiting.bytes)} of photos and signatures`,
            t`This space is freed once the server receives them.`,
          ]}
        />
      )}
      {downloaded > 0 && (
        <Item
          title={<Trans>Map for offline use</Trans>}
          details={[formats.bytes(downloaded), t`Kept until you remove it under “Map for offline use”.`]}
        />
      )}
      {map.count > 0 && (
        <Item
          title={<Trans>Viewed maps</Trans>}
          details={[formats.bytes(map.bytes), t`Kept for offline use. The oldest parts are removed automatically.`]}
        >
          <DeleteButton onClick={onRemoveMap}>
            <Trans>Remove maps</Trans>
          </DeleteButton>
        </Item>
      )}
    </ItemList>
  )
}

function RemoveCopies({ count, bytes }: { readonly count: number; readonly bytes: number }) {
  const { t } = useLingui()
  const { local } = useAccount()
  const formats = useFormats()
  const problemText = useProblemText()
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)

  async function remove(): Promise<void> {
    setBusy(true)
    try {
      const result = await deleteReceivedCopies(local)
      notify(
        result.ok
          ? { tone: 'received', text: t`Copies removed` }
          : { tone: 'attention', text: problemText(result.problem) },
      )
    } catch (error) {
      // Thrown by the database if reading fails.
      if (!(error instanceof StorageFailure)) throw error
      notify({ tone: 'attention', text: problemText(error.problem) })
    } finally {
      setBusy(false)
      setAsking(false)
    }
  }
  return (
    <>
      <DeleteButton onClick={() => setAsking(true)}>
        <Trans>Remove copies</Trans>
      </DeleteButton>
      <FormDialog
        danger
        opened={asking}
        title={t`Remove the copies?`}
        submit={<Trans>Remove copies</Trans>}
        busy={busy}
        onSubmit={() => void remove()}
        onClose={() => setAsking(false)}
      >
        <p>
          <Plural value={count} one="# received answer" other="# received answers" /> · {formats.bytes(bytes)}
        </p>
        <p>
          <Trans>The answers stay on the server. This device will need a connection to show them.</Trans>
        </p>
      </FormDialog>
    </>
  )
}
