import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useParams } from '@tanstack/react-router'
import { loadDownloadAnswerButton, loadSendCopyButton, loadTakeBackButton } from '#features/answer-view/index.ts'
import { loadSavedScreen } from '#features/answering/index.ts'
import { lazyPart } from '#ui/index.ts'

const Saved = lazyPart(async () => (await loadSavedScreen()).SavedScreen)
// If loading fails, the page is shown without the download.
const DownloadAnswer = lazyPart(async () => {
  const room = await loadDownloadAnswerButton().catch(() => undefined)
  return room?.DownloadAnswerButton ?? (() => null)
})

const LazySendCopy = lazyPart(async () => {
  const room = await loadSendCopyButton().catch(() => undefined)
  return room?.SendCopyButtonForAnswer ?? (() => null)
})

const LazyTakeBack = lazyPart(async () => {
  const room = await loadTakeBackButton().catch(() => undefined)
  return room?.TakeBackButton ?? (() => null)
})

/** URL hash if the user requested a copy by email when saving. */
const COPY_STEP = 'copia'

/** The page after saving, with PDF download and copies by email of the answer. */
export function SavedRoute() {
  const { answerId } = useParams({ from: '/contestar/$id/guardado/$answerId' })
  const { hash } = useLocation()
  const navigate = useNavigate()
  const [isRequested] = useState(hash === COPY_STEP)
  useEffect(() => {
    // Removes the hash, so that reloading the page or navigating back does not open the dialog again.
    if (hash === COPY_STEP) void navigate({ to: '.', hash: '', replace: true, resetScroll: false })
  }, [hash, navigate])
  return (
    <Saved
      more={(voucher) => (
        <>
          <LazyTakeBack id={answerId} />
          <DownloadAnswer id={answerId} voucher={voucher} />
          <LazySendCopy id={answerId} asked={isRequested} />
        </>
      )}
    />
  )
}
