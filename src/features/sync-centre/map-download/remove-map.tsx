import { useState } from 'react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Problem } from '#domain/kernel/index.ts'
import type { MapDownloader } from '#sync/map/index.ts'
import { DeleteButton, FormDialog, useFormats, useProblemText } from '#ui/index.ts'

type RemoveMapProps = { readonly downloader: MapDownloader; readonly bytes: number }

/** Takes the downloaded map off this device, once the user has confirmed it. */
export function RemoveMap({ downloader, bytes }: RemoveMapProps) {
  const { t } = useLingui()
  const formats = useFormats()
  const textOf = useProblemText()
  const [asking, setAsking] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)

  async function remove(): Promise<void> {
    const removed = await downloader.remove()
    // When it worked, this whole part goes.
    if (!removed.ok) setProblem(removed.problem)
  }
  return (
    <>
      <DeleteButton onClick={() => setAsking(true)}>
        <Trans>Remove</Trans>
      </DeleteButton>
      <FormDialog
        danger
        opened={asking}
        title={t`Remove the downloaded map?`}
        submit={<Trans>Remove the map</Trans>}
        failure={problem === null ? null : textOf(problem)}
        onSubmit={() => void remove()}
        onClose={() => setAsking(false)}
      >
        <p>
          <Trans>{formats.bytes(bytes)} become free. Downloading it again needs a connection and the same time.</Trans>
        </p>
      </FormDialog>
    </>
  )
}
