import { IconCamera, IconPhoto } from '@tabler/icons-react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Loader } from '@mantine/core'
import type { Problem } from '#domain/kernel/index.ts'
import { FileChooser } from '#ui/index.ts'
import styles from './several.module.css'

/** Progress of photos added together. */
export type PhotosProgress = {
  readonly total: number
  readonly done: number
  /** number of photos left out, because the section or the answer takes no more */
  readonly remaining: number
  readonly refused: readonly { readonly name: string; readonly problem: Problem }[]
  readonly isBusy: boolean
}

export type PhotoCaptureProps = {
  /** accepted media types */
  readonly accept: string
  /** name of a row of the section, for example `tree`; empty if rows have no name */
  readonly word: string
  readonly progress: PhotosProgress | null
  /** returns why a file was not accepted */
  readonly whyOf: (problem: Problem) => string
  readonly onTake: (files: readonly File[]) => void
}

/** Buttons that add a photo with the camera, or several photos from the gallery, each in its own row. */
export function PhotoCapture({ accept, word, progress, whyOf, onTake }: PhotoCaptureProps) {
  const { t } = useLingui()
  return (
    <div className="r-column" role="group" aria-label={t`Several photos`}>
      <p className="r-soft r-note">
        {word === '' ? (
          <Trans>Each photo is added separately.</Trans>
        ) : (
          <Trans comment="what a section repeats: a tree">One photo is added for each {word}.</Trans>
        )}
      </p>
      <div className="r-row">
        <PhotoInput camera accept={accept} onTake={onTake} />
        <PhotoInput accept={accept} onTake={onTake} />
      </div>
      <p className="r-soft r-note" role="status">
        {progress?.isBusy === true && <Loader size={16} className={styles['busy'] ?? ''} aria-hidden="true" />}
        {progress !== null && (
          <Trans>
            Photos added: {progress.done} of {progress.total}.
          </Trans>
        )}
      </p>
      {progress !== null && progress.remaining + progress.refused.length > 0 && (
        <div className="r-problem r-breaks" role="alert">
          {progress.remaining > 0 && (
            <p>
              <Plural
                value={progress.remaining}
                one="# photo was not added: the limit was reached."
                other="# photos were not added: the limit was reached."
              />
            </p>
          )}
          {progress.refused.map(({ name, problem }, index) => (
            <p key={index}>
              {name}: {whyOf(problem)}
            </p>
          ))}
        </div>
      )}
    </div>
  )
}

type PhotoInputProps = Pick<PhotoCaptureProps, 'accept' | 'onTake'> & {
  readonly camera?: boolean
}

function PhotoInput({ camera = false, accept, onTake }: PhotoInputProps) {
  const Shape = camera ? IconCamera : IconPhoto
  return (
    <FileChooser
      accept={accept}
      camera={camera}
      multiple
      leftSection={<Shape size={20} aria-hidden="true" />}
      onChosen={(_, files) => onTake(files)}
    >
      {camera ? <Trans>Take next photo</Trans> : <Trans>Choose several images</Trans>}
    </FileChooser>
  )
}
