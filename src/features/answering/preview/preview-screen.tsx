import { useMemo, useState } from 'react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { previewTemplate } from '#domain/preview/index.ts'
import { Banner, EmptyState, ListSkeleton, Page } from '#ui/index.ts'
import { LaterScanCode } from '../controls/later-scan-code.ts'
import { FormPage } from '../form-page.tsx'
import { createPreviewSession } from './preview-session.ts'
import { isFramed, type Previewed, usePreviewed } from './use-previewed.ts'

const CAPTURE = { ScanCode: LaterScanCode }

/** /vista-previa: a form as the editor has it now, to be tried out. Opened by the editor in a frame. */
export function PreviewScreen() {
  const { t } = useLingui()
  const previewed = usePreviewed()
  if (previewed !== null) return <Trial key={previewed.at} previewed={previewed} />
  return (
    <Page title={t`Preview`} width="narrow">
      {isFramed() ? (
        <ListSkeleton rows={6} height={96} />
      ) : (
        <EmptyState title={<Trans>There is nothing to preview here.</Trans>}>
          <Trans>Open a form in the editor and choose the preview there.</Trans>
        </EmptyState>
      )}
    </Page>
  )
}

function Trial({ previewed: { message } }: { readonly previewed: Previewed }) {
  const [round, setRound] = useState(0)
  const [saved, setSaved] = useState(false)
  const session = useMemo(
    // `round`: answering again begins with an empty form
    () => ({
      round,
      ...createPreviewSession(previewTemplate(message), (length) => crypto.getRandomValues(new Uint8Array(length))),
    }),
    [message, round],
  )
  if (saved) {
    const again = (): void => {
      setRound(round + 1)
      setSaved(false)
    }
    return <Complete title={message.draft.titulo} onAgain={again} />
  }
  return <FormPage key={round} session={session} capture={CAPTURE} elsewhere={false} onSaved={() => setSaved(true)} />
}

function Complete({ title, onAgain }: { readonly title: string; readonly onAgain: () => void }) {
  const { t } = useLingui()
  return (
    <Page title={title === '' ? t`Preview` : title} width="narrow">
      <div role="status">
        <Banner
          tone="received"
          action={
            <Button variant="default" onClick={onAgain}>
              <Trans>Try it again</Trans>
            </Button>
          }
        >
          <Trans>The answer is complete and would be saved. In the preview nothing is kept and nothing is sent.</Trans>
        </Banner>
      </div>
    </Page>
  )
}
