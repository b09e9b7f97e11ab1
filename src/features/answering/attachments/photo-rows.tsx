import { useLingui } from '@lingui/react/macro'
import { useStore } from 'zustand'
import { photoQuestionOf, rowWord } from '#domain/answering/index.ts'
import type { Question } from '#domain/questions/index.ts'
import { loadSeveralPhotos, type SeveralPhotosProps } from '#ui/capture/index.ts'
import { laterOrNone } from '#ui/index.ts'
import { type PhotoRowsProps, useFormContext } from '../form/form-context.ts'
import { useFileProblemText } from './file-problem-text.ts'
import { ACCEPT } from './offered-files.ts'
import { photoQueueOf } from './photo-queue.ts'

/** Without this component photos are taken one at a time. */
const LaterSeveralPhotos = laterOrNone<SeveralPhotosProps>(async () => (await loadSeveralPhotos()).SeveralPhotos)

/** Button that takes several photos and creates a row of the section for each. */
export function PhotoRows({ section }: PhotoRowsProps) {
  const question = photoQuestionOf(section)
  return question === undefined ? null : <RowsOfPhotos section={section} question={question} />
}

function RowsOfPhotos({ section, question }: PhotoRowsProps & { readonly question: Question }) {
  const { form, files } = useFormContext()
  const { i18n } = useLingui()
  const problemText = useFileProblemText()
  const queue = photoQueueOf({ form, files, section, question })
  const taken = useStore(queue.state)
  return (
    <LaterSeveralPhotos
      accept={ACCEPT.imagen}
      word={rowWord(section, i18n.locale)}
      progress={taken.total === 0 ? null : taken}
      whyOf={(problem) => problemText('imagen', problem)}
      onTake={(photos) => void form.captures.follow(queue.take(photos))}
    />
  )
}
