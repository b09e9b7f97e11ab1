import { useEffect, useEffectEvent, useState } from 'react'
import type { FileClaim } from '#domain/answering/index.ts'
import type { Problem } from '#domain/kernel/index.ts'
import type { DraftedPlace } from '#local/index.ts'
import { loadMarkUp, type MarkUpProps } from '#ui/capture/index.ts'
import { lazyPart } from '#ui/index.ts'
import { addFile, dismissUndo } from '../form/form-actions.ts'
import { useFormContext } from '../form/form-context.ts'
import { captureMarkedPhoto } from './marked-photo.ts'
import { useFileProblemText } from './file-problem-text.ts'

export { loadMarkUp }

export type MarkUpPhotoProps = {
  readonly place: DraftedPlace
  readonly photo: FileClaim
  readonly onKept: (marked: FileClaim) => void
  readonly onProblem: (problem: Problem) => void
  readonly onCancel: () => void
}

const LaterMarkUp = lazyPart<MarkUpProps>(async () => (await loadMarkUp()).MarkUp)

/** Marks up a photo of the draft and replaces it with the result. The original is not kept. */
export function MarkUpPhoto({ place, photo, onKept, onProblem, onCancel }: MarkUpPhotoProps) {
  const { form, files } = useFormContext()
  const problemText = useFileProblemText()
  const [picture, setPicture] = useState<Blob | null>(null)

  const opened = useEffectEvent((data: ArrayBuffer | undefined) => {
    if (data === undefined) onProblem({ code: 'file.unreadable' })
    else setPicture(new Blob([data], { type: photo.type }))
  })
  useEffect(() => {
    let isGone = false
    void files.load(photo).then((data) => {
      if (!isGone) opened(data)
    })
    return () => {
      isGone = true
    }
  }, [files, photo])

  const keep = async (marked: Blob): Promise<string | null> => {
    const made = await captureMarkedPhoto(photo, await files.load(photo), marked)
    if (!made.ok) return problemText('imagen', made.problem)
    const stored = await files.replace(place, photo.sha256, made.value.claim, made.value.data)
    if (!stored.ok) return problemText('imagen', stored.problem)
    addFile(form, made.value.claim)
    // Withdraws the undo offer, which could restore the replaced photo.
    dismissUndo(form)
    onKept(made.value.claim)
    return null
  }

  return picture === null ? null : <LaterMarkUp picture={picture} onDone={keep} onCancel={onCancel} />
}
