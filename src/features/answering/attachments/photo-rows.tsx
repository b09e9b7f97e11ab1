import { useLingui } from '@lingui/react/macro'
import { useStore } from 'zustand'
import { findPhotoQuestion, rowWord } from '#domain/answering/index.ts'
import type { Question } from '#domain/questions/index.ts'
import { loadSeveralPhotos, type PhotoCaptureProps } from '#ui/capture/index.ts'
import { lazyPartOrNone } from '#ui/index.ts'
import { type PhotoRowsProps, useFormContext } from '../form/form-context.ts'
import { useFileProblemText } from './file-problem-text.ts'
import { ACCEPTED_TYPES } from './offered-files.ts'
import { getOrCreatePhotoQueue } from './photo-queue.ts'

/** Without this component photos are taken one at a time. */
const LaterSeveralPhotos = lazyPartOrNone<PhotoCaptureProps>(async () => (await loadSeveralPhotos()).PhotoCapture)

/** Button that takes several photos and creates a row of the section for each. */
export function PhotoRows({ section }: PhotoRowsProps) {
  const question = findPhotoQuestion(section)
  return question === undefined ? null : <RowsOfPhotos section={section} question={question} />
}

function RowsOfPhotos({ section, question }: PhotoRowsProps & { readonly question: Question }) {
  const { form, files } = useFormContext()
  const { i18n } = useLingui()
  const problemText = useFileProblemText()
  const queue = getOrCreatePhotoQueue({ form, files, section, question })
  const taken = useStore(queue.state)
  return (
    <LaterSeveralPhotos
      accept={ACCEPTED_TYPES.imagen}
      word={rowWord(section, i18n.locale)}
      progress={taken.total === 0 ? null : taken}
      whyOf={(problem) => problemText('imagen', problem)}
      onTake={(photos) => void form.captures.follow(queue.take(photos))}
    />
  )
}
