import { useLingui } from '@lingui/react/macro'
import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'
import {
  findPhotoQuestion,
  findRowNoun,
  findReferencedFiles,
  findNextPhotoPlace,
  listAskedRowIds,
} from '#domain/answering/index.ts'
import { MAX_FILES_PER_ANSWER, ok, refuse, type Problem, type Result } from '#domain/kernel/index.ts'
import type { Question } from '#domain/questions/index.ts'
import type { Section } from '#domain/templates/index.ts'
import { loadPhotoCapture, type PhotoCaptureProps, type PhotosProgress } from '#ui/capture/index.ts'
import { lazyPartOrNone } from '#ui/index.ts'
import { withRows } from '../form/content-edits.ts'
import { toAnswerHeader } from '../form/draft-header.ts'
import { addFile, patchValue } from '../form/form-actions.ts'
import { useFormContext, type PhotoRowsProps, type FormFiles } from '../form/form-context.ts'
import { changeContent, type FormStore } from '../form/form-store.ts'
import { captureFile } from './capture.ts'
import { useFileProblemText } from './file-problem-text.ts'
import { ACCEPT_ATTRIBUTES } from './offered-files.ts'

export type PhotoQueue = {
  readonly state: StoreApi<PhotosProgress>
  /** adds photos to the queue. @returns the first problem, once all are stored or refused */
  readonly take: (photos: readonly File[]) => Promise<Result<void>>
}

const NONE: PhotosProgress = { total: 0, done: 0, remaining: 0, refused: [], isBusy: false }

/**
 * Photo queues by form and section. They outlive a folded section, so that failures are still shown when it is
 * unfolded.
 */
const queuesOfForms = new WeakMap<FormStore, Map<number, PhotoQueue>>()

type PhotoQueueContext = {
  readonly form: FormStore
  readonly files: FormFiles
  readonly section: Section
  /** question in each row that is answered with a photo */
  readonly question: Question
}

export function getOrCreatePhotoQueue(queueOf: PhotoQueueContext): PhotoQueue {
  const ofForm = queuesOfForms.get(queueOf.form) ?? new Map<number, PhotoQueue>()
  queuesOfForms.set(queueOf.form, ofForm)
  const queue = ofForm.get(queueOf.section.orden) ?? createPhotoQueue(queueOf)
  ofForm.set(queueOf.section.orden, queue)
  return queue
}

/** Shrinks and stores photos one at a time, to limit memory use. */
function createPhotoQueue({ form, files, section, question }: PhotoQueueContext): PhotoQueue {
  const state = createStore<PhotosProgress>(() => NONE)
  let last: Promise<unknown> = Promise.resolve()

  /** The place for the next photo, from the current state of the form. */
  const findNextPlace = () => {
    const { content, header } = form.state.getState()
    const isFull = findReferencedFiles({ content, header: toAnswerHeader(header) }).size >= MAX_FILES_PER_ANSWER
    return isFull
      ? null
      : findNextPhotoPlace(section, question, content, form.createRowId(listAskedRowIds(section, content)))
  }

  const addPhoto = async (photo: File): Promise<Result<void>> => {
    const captured = await captureFile('imagen', photo, form.template.opcionales.geolocalizacion)
    if (!captured.ok) return captured
    const { claim, data } = captured.value
    const stored = await files.attach(claim, data)
    if (!stored.ok) return stored
    // Determines the place again, as rows may have changed while the photo was shrunk.
    const place = findNextPlace()
    if (place === null) return refuse('answer.too-many-files', { limit: MAX_FILES_PER_ANSWER })
    addFile(form, claim)
    changeContent(form, section.orden, withRows(form.state.getState().content, section.orden, place.rows))
    patchValue(form, place.address, { imagen: claim.sha256 })
    return ok(undefined)
  }

  const addPhotos = async (photos: readonly File[]): Promise<Result<void>> => {
    let first: Problem | undefined
    for (const [index, photo] of photos.entries()) {
      if (findNextPlace() === null) {
        state.setState(({ remaining }) => ({ remaining: remaining + photos.length - index }))
        break
      }
      const result = await addPhoto(photo).catch(() => refuse('file.unreadable'))
      if (result.ok) state.setState(({ done }) => ({ done: done + 1 }))
      else {
        const { problem } = result
        first ??= problem
        state.setState(({ refused }) => ({ refused: [...refused, { name: photo.name, problem }] }))
      }
    }
    return first === undefined ? ok(undefined) : { ok: false, problem: first }
  }

  return {
    state,
    take: async (photos) => {
      const before = state.getState().isBusy ? state.getState() : NONE
      state.setState({ ...before, total: before.total + photos.length, isBusy: true })
      addEventListener('beforeunload', preventUnload)
      const mine = last.then(() => addPhotos(photos))
      last = mine
      const result = await mine
      if (last === mine) {
        state.setState({ isBusy: false })
        removeEventListener('beforeunload', preventUnload)
      }
      return result
    },
  }
}

/** Makes the browser ask for confirmation before closing the page, which would lose photos that are not stored yet. */
function preventUnload(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

/** Button that takes several photos. If it cannot be loaded, photos are taken one at a time. */
const LaterSeveralPhotos = lazyPartOrNone<PhotoCaptureProps>(async () => (await loadPhotoCapture()).PhotoCapture)

/** Button that takes several photos and creates a row of the section for each. */
export function PhotoRows({ section }: PhotoRowsProps) {
  const question = findPhotoQuestion(section)
  return question === undefined ? null : <PhotoRowsPart section={section} question={question} />
}

function PhotoRowsPart({ section, question }: PhotoRowsProps & { readonly question: Question }) {
  const { form, files } = useFormContext()
  const { i18n } = useLingui()
  const problemText = useFileProblemText()
  const queue = getOrCreatePhotoQueue({ form, files, section, question })
  const takenProgress = useStore(queue.state)
  return (
    <LaterSeveralPhotos
      accept={ACCEPT_ATTRIBUTES.imagen}
      word={findRowNoun(section, i18n.locale)}
      progress={takenProgress.total === 0 ? null : takenProgress}
      whyOf={(problem) => problemText('imagen', problem)}
      onTake={(photos) => void form.captures.follow(queue.take(photos))}
    />
  )
}
