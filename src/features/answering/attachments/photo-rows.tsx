import { useState } from 'react'
import { filesNamedBy, nextPhotoOf, photoQuestionOf, rowWord } from '#domain/answering/index.ts'
import type { Question } from '#domain/documents/index.ts'
import { MAX_FILES_PER_ANSWER, ok, type Problem, refuse, type Result } from '#domain/kernel/index.ts'
import { loadSeveralPhotos, type PhotosProgress, type SeveralPhotosProps } from '#ui/capture/index.ts'
import { later } from '#ui/index.ts'
import { useLingui } from '@lingui/react/macro'
import { withRows } from '../form/content-edits.ts'
import { headerOf } from '../form/draft-header.ts'
import { addFile, patchValue } from '../form/form-actions.ts'
import { type PhotoRowsProps, useFormContext } from '../form/form-context.ts'
import { changeContent } from '../form/form-store.ts'
import { captureFile } from './capture.ts'
import { useFileProblemText } from './file-problem-text.ts'
import { ACCEPT } from './offered-files.ts'

const LaterSeveralPhotos = later<SeveralPhotosProps>(async () => (await loadSeveralPhotos()).SeveralPhotos)

/** Photos taken in a row: each fills a row of the section. One is shrunk and stored after the other, so that many are no more in memory than one. */
export function PhotoRows({ section }: PhotoRowsProps) {
  const question = photoQuestionOf(section)
  return question === undefined ? null : <RowsOfPhotos section={section} question={question} />
}

function RowsOfPhotos({ section, question }: PhotoRowsProps & { readonly question: Question }) {
  const { form, files } = useFormContext()
  const { i18n } = useLingui()
  const problemText = useFileProblemText()
  const [progress, setProgress] = useState<PhotosProgress | null>(null)

  /** Where the next one goes, by what stands in the form at this moment. */
  const nextPlace = () => {
    const { content, header } = form.state.getState()
    const isFull = filesNamedBy({ content, header: headerOf(header) }).size >= MAX_FILES_PER_ANSWER
    return isFull ? null : nextPhotoOf(section, question, content)
  }

  const takeOne = async (photo: File): Promise<Result<void>> => {
    const captured = await captureFile('imagen', photo, form.template.opcionales.geolocalizacion)
    if (!captured.ok) return captured
    const { claim, data } = captured.value
    const stored = await files.attach(claim, data)
    // Asked only now: rows may have come and gone while it was shrunk.
    if (!stored.ok) return stored
    const place = nextPlace()
    if (place === null) return refuse('answer.too-many-files', { limit: MAX_FILES_PER_ANSWER })
    addFile(form, claim)
    changeContent(form, section.orden, withRows(form.state.getState().content, section.orden, place.rows))
    patchValue(form, place.address, { imagen: claim.sha256 })
    return ok(undefined)
  }

  const take = async (photos: readonly File[]): Promise<Result<void>> => {
    const refused: { name: string; why: string }[] = []
    let first: Problem | undefined
    let done = 0
    let left = 0
    const tell = (isBusy: boolean): void =>
      setProgress({ total: photos.length, done, left, refused: [...refused], isBusy })
    tell(true)
    for (const [index, photo] of photos.entries()) {
      if (nextPlace() === null) {
        left = photos.length - index
        break
      }
      const taken = await takeOne(photo).catch(() => refuse('file.unreadable'))
      if (taken.ok) done += 1
      else {
        first ??= taken.problem
        refused.push({ name: photo.name, why: problemText('imagen', taken.problem) })
      }
      tell(true)
    }
    tell(false)
    return first === undefined ? ok(undefined) : { ok: false, problem: first }
  }

  return (
    <LaterSeveralPhotos
      accept={ACCEPT.imagen}
      word={rowWord(section, i18n.locale)}
      progress={progress}
      onTake={(photos) => void form.captures.follow(take(photos))}
    />
  )
}
