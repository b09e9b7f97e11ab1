import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useParams } from '@tanstack/react-router'
import { loadDownloadAnswer, loadSendCopy } from '#features/answer-view/index.ts'
import { loadSaved } from '#features/answering/index.ts'
import { isFramed, later } from '#ui/index.ts'

const Saved = later(async () => (await loadSaved()).SavedScreen)
// A failure to load this part does not affect the page.
const DownloadAnswer = later(async () => {
  const room = await loadDownloadAnswer().catch(() => undefined)
  return room?.DownloadAnswer ?? (() => null)
})

const SendCopy = later(async () => {
  const room = await loadSendCopy().catch(() => undefined)
  return room?.SendCopyOf ?? (() => null)
})

/** `#copia`: a copy by email was requested with the save. */
const COPY = 'copia'

/** The page after saving, with PDF download and copies by email of the answer. */
export function SavedScreen() {
  const { answerId } = useParams({ from: '/contestar/$id/guardado/$answerId' })
  const { hash } = useLocation()
  const navigate = useNavigate()
  const [asked] = useState(hash === COPY)
  useEffect(() => {
    // Opened once: reloading the page or navigating back opens no dialog.
    if (hash === COPY) void navigate({ to: '.', hash: '', replace: true, resetScroll: false })
  }, [hash, navigate])
  return (
    <Saved
      more={
        isFramed() ? null : (
          <>
            <DownloadAnswer id={answerId} />
            <SendCopy id={answerId} asked={asked} />
          </>
        )
      }
    />
  )
}
