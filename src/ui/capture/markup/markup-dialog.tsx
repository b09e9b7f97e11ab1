import { useEffect, useId, useState } from 'react'
import {
  IconArrowBackUp,
  IconArrowUpRight,
  IconCircle,
  IconGridDots,
  IconTypography,
  type Icon,
} from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { Banner, DeleteButton, Dialog } from '#ui/index.ts'
import {
  MARK_COLOURS,
  type MarkColour,
  isVisibleMark,
  MAX_MARK_TEXT_LENGTH,
  type MarkTool,
  MARK_TOOLS,
} from './marks.ts'
import styles from './markup.module.css'
import { openPhoto, type Photo, renderMarkedPhoto } from './paint.ts'
import { PictureStage } from './picture-stage.tsx'
import { useMarks } from './use-marks.ts'
import { typedKeys } from '#domain/kernel/index.ts'

export type MarkUpProps = {
  readonly picture: Blob
  /** stores the picture with its marks; returns null, or the reason why it was not stored */
  readonly onDone: (markedBlob: Blob) => Promise<string | null>
  readonly onCancel: () => void
  /** drawing functions; default to the browser's, and are replaced in tests */
  readonly painter?: {
    readonly open: (picture: Blob) => Promise<Photo>
    readonly write: typeof renderMarkedPhoto
  }
}

const ICONS: Readonly<Record<MarkTool, Icon>> = {
  arrow: IconArrowUpRight,
  circle: IconCircle,
  text: IconTypography,
  blur: IconGridDots,
}
const BROWSER = { open: openPhoto, write: renderMarkedPhoto }

/**
 * Editor for arrows, circles, texts and blur on a photo. The result contains the marks in its pixels. The caller has to
 * delete the original.
 */
export function MarkUpDialog({ picture, onDone, onCancel, painter = BROWSER }: MarkUpProps) {
  const { t } = useLingui()
  const [photo, setPhoto] = useState<Photo | 'unreadable'>()
  useEffect(() => {
    let isGone = false
    let openedPhoto: Photo | undefined
    void painter.open(picture).then(
      (foundPhoto) => {
        openedPhoto = foundPhoto
        if (isGone) foundPhoto.close()
        else setPhoto(foundPhoto)
      },
      () => setPhoto('unreadable'),
    )
    return () => {
      isGone = true
      openedPhoto?.close()
    }
  }, [painter, picture])
  return (
    // Escape closes the dialog only if no photo is open, because closing discards the marks.
    <Dialog
      opened
      fullScreen
      withCloseButton={false}
      closeOnEscape={photo === undefined || photo === 'unreadable'}
      title={t`Mark up photo`}
      classNames={{ content: 'r-column r-gap-0', body: styles['body'] ?? '' }}
      onClose={onCancel}
    >
      {photo === 'unreadable' && (
        <>
          <Banner tone="attention">
            <Trans>This photo cannot be opened on this device.</Trans>
          </Banner>
          <Button variant="default" onClick={onCancel}>
            <Trans>Close</Trans>
          </Button>
        </>
      )}
      {photo !== undefined && photo !== 'unreadable' && (
        <MarkedPhoto
          photo={photo}
          write={(marks) => painter.write(photo, marks, picture.type)}
          onDone={onDone}
          onCancel={onCancel}
        />
      )}
    </Dialog>
  )
}

type MarkedPhotoProps = Pick<MarkUpProps, 'onDone' | 'onCancel'> & {
  readonly photo: Photo
  readonly write: (marks: Parameters<typeof renderMarkedPhoto>[1]) => Promise<Blob>
}

function MarkedPhoto({ photo, write, onDone, onCancel }: MarkedPhotoProps) {
  const { t } = useLingui()
  const marks = useMarks()
  const [tool, setTool] = useState<MarkTool>('arrow')
  const [colour, setColour] = useState<MarkColour>('yellow')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const helpId = useId()
  const chosenMark = marks.chosen
  const isEmpty = !marks.marks.some(isVisibleMark)
  const toolNames: Readonly<Record<MarkTool, string>> = {
    arrow: t`Arrow`,
    circle: t`Circle`,
    text: t`Text`,
    blur: t`Blur`,
  }
  const colourNames: Readonly<Record<MarkColour, string>> = {
    yellow: t`Yellow`,
    red: t`Red`,
    white: t`White`,
    blue: t`Blue`,
  }

  const keep = async (): Promise<void> => {
    setBusy(true)
    setFailure(null)
    try {
      setFailure(await onDone(await write(marks.marks)))
    } catch {
      setFailure(t`The marked photo could not be saved. Try again.`)
    } finally {
      setBusy(false)
    }
  }
  const selectColour = (next: MarkColour): void => {
    setColour(next)
    if (chosenMark !== undefined && chosenMark.kind !== 'blur') marks.change((mark) => ({ ...mark, colour: next }))
  }

  return (
    <>
      <p id={helpId} className="r-soft r-small">
        <span className={styles['touch']}>
          <Trans>Draw with one finger. Zoom with two fingers.</Trans>
        </span>{' '}
        <span className={styles['keys']}>
          <Trans>Enter: place mark. Arrow keys: move. Shift + arrow keys: resize. Delete: remove. + and -: zoom.</Trans>
        </span>
      </p>
      <PictureStage photo={photo} marks={marks} tool={tool} colour={colour} describedBy={helpId} />
      {chosenMark?.kind === 'text' && (
        <TextInput
          label={t`Text on the photo`}
          value={chosenMark.text}
          maxLength={MAX_MARK_TEXT_LENGTH}
          autoComplete="off"
          ref={focusFirst}
          onChange={(event) => {
            const text = event.currentTarget.value
            marks.change((mark) => ({ ...mark, text }), false)
          }}
        />
      )}
      <fieldset className="r-line r-gap-4">
        <legend className="r-hidden">
          <Trans>Drawing tool</Trans>
        </legend>
        {MARK_TOOLS.map((item) => {
          const Shape = ICONS[item]
          return (
            <label key={item} className={`r-column r-gap-0 r-edge r-middle r-grow r-small ${styles['tool']}`}>
              <input
                type="radio"
                name="markup-tool"
                checked={tool === item}
                onChange={() => {
                  setTool(item)
                  marks.release()
                }}
              />
              <Shape size={22} aria-hidden="true" />
              <span>{toolNames[item]}</span>
            </label>
          )
        })}
      </fieldset>
      <div className={`r-row r-middle ${styles['row']}`}>
        <fieldset className={`r-line r-grow ${styles['colours']}`} disabled={tool === 'blur'}>
          <legend className="r-hidden">
            <Trans>Colour</Trans>
          </legend>
          {typedKeys(MARK_COLOURS).map((item) => (
            <label key={item} className={`r-centred ${styles['colour']}`} title={colourNames[item]}>
              <input type="radio" name="markup-colour" checked={colour === item} onChange={() => selectColour(item)} />
              <span style={{ background: MARK_COLOURS[item] }} />
              <span className="r-hidden">{colourNames[item]}</span>
            </label>
          ))}
        </fieldset>
        <DeleteButton disabled={chosenMark === undefined} aria-label={t`Remove mark`} onClick={marks.remove} />
        <Button
          variant="default"
          disabled={!marks.canUndo}
          leftSection={<IconArrowBackUp size={20} aria-hidden="true" />}
          onClick={marks.undo}
        >
          <Trans>Undo</Trans>
        </Button>
      </div>
      <p className="r-hidden" role="status">
        {chosenMark === undefined ? '' : t`${toolNames[chosenMark.kind]}: placed`}
      </p>
      {failure !== null && (
        <div role="alert">
          <Banner tone="attention">{failure}</Banner>
        </div>
      )}
      <div className={`r-row r-middle ${styles['row']}`}>
        <p className={`r-soft r-small ${styles['note']}`}>
          <Trans>The photo without marks is not kept.</Trans>
        </p>
        <Button variant="default" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
        <Button loading={busy} disabled={isEmpty} onClick={() => void keep()}>
          <Trans>Save marked photo</Trans>
        </Button>
      </div>
    </>
  )
}

/** Focuses the input of a new text. */
function focusFirst(input: HTMLInputElement | null): void {
  input?.focus()
}
