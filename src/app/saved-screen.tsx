import { useParams } from '@tanstack/react-router'
import { loadDownloadAnswer } from '#features/answer-view/index.ts'
import { loadSaved } from '#features/answering/index.ts'
import { later } from '#ui/index.ts'

const Saved = later(async () => (await loadSaved()).SavedScreen)
// One that cannot be had takes nothing else with it.
const DownloadAnswer = later(async () => {
  const room = await loadDownloadAnswer().catch(() => undefined)
  return room?.DownloadAnswer ?? (() => null)
})

/** The page after saving, with what the room of answers makes of one: its PDF. */
export function SavedScreen() {
  const { answerId } = useParams({ from: '/contestar/$id/guardado/$answerId' })
  return <Saved download={<DownloadAnswer id={answerId} />} />
}
