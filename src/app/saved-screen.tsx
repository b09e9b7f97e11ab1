import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useParams } from '@tanstack/react-router'
import { loadDownloadAnswer, loadSendCopy } from '#features/answer-view/index.ts'
import { loadSaved } from '#features/answering/index.ts'
import { isFramed, later } from '#ui/index.ts'

const Saved = later(async () => (await loadSaved()).SavedScreen)
// One that cannot be had takes nothing else with it.
const DownloadAnswer = later(async () => {
  const room = await loadDownloadAnswer().catch(() => undefined)
  return room?.DownloadAnswer ?? (() => null)
})

const SendCopy = later(async () => {
  const room = await loadSendCopy().catch(() => undefined)
  return room?.SendCopyOf ?? (() => null)
})

/** `#copia`: a copy by e-mail was asked for with the save. */
const COPY = 'copia'

/** The page after saving, with what the room of answers makes of one: its PDF, and copies by e-mail. */
export function SavedScreen() {
  const { answerId } = useParams({ from: '/contestar/$id/guardado/$answerId' })
  const { hash } = useLocation()
  const navigate = useNavigate()
  const [asked] = useState(hash === COPY)
  useEffect(() => {
    // Asked for once: a page that is loaded anew, or come back to, opens no dialog.
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
