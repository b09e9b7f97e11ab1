import { useEffect, useId, useRef, useState } from 'react'
import { IconCamera, IconPencil, IconFileUpload, IconPhoto, IconVideo, type Icon } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { QuestionValue } from '#domain/answers/index.ts'
import type { FileClaim } from '#domain/answering/index.ts'
import { type Address, type Problem, refuse, type Result } from '#domain/kernel/index.ts'
import type { AttachmentField } from '#domain/questions/index.ts'
import { DeleteButton, lazyPart, lazyPartOrNone, TryAgainButton } from '#ui/index.ts'
import { addFile, trackLateValue } from '../form/form-actions.ts'
import { findFormFile, useForm, useFormContext } from '../form/form-context.ts'
import { useFileProblemText } from './file-problem-text.ts'
import { ACCEPT_ATTRIBUTES } from './offered-files.ts'
import type { PhotoMarkUpProps } from './mark-up-photo.tsx'
import styles from './attachments.module.css'

async function loadMarkUpPhoto() {
  const { PhotoMarkUp, loadMarkUpDialog } = await import('./mark-up-photo.tsx')
  await loadMarkUpDialog()
  return PhotoMarkUp
}
const LaterPreview = lazyPartOrNone(async () => (await import('./attached-preview.tsx')).AttachedPreview)
/** Loads the file capture code and the rules that check file contents. */
async function loadCapture() {
  const [{ captureFile }] = await Promise.all([import('./capture.ts'), import('#domain/files/index.ts')])
  return captureFile
}
const LaterMarkUpPhoto = lazyPart<PhotoMarkUpProps>(loadMarkUpPhoto)

export type AttachmentProps = {
  readonly field: AttachmentField
  readonly value: QuestionValue
  readonly address: Address
  /** id of the element focused by a jump to the question, when the question has no other control */
  readonly id: string
  /** id of the question's label, so that "Take photo" is announced with the question */
  readonly labelledBy: string
  /** changes the attachment only; the rest of the value is kept */
  readonly onChange: (patch: QuestionValue) => void
  readonly onRemove: (name: string) => void
}

const ICONS: Readonly<Record<Exclude<AttachmentField, 'imagen'>, Icon>> = {
  documento: IconFileUpload,
  video: IconVideo,
}

/**
 * An attachment: takes or chooses a file, shows, replaces and removes it. Stores the bytes before the answer refers to
 * them.
 */
export function Attachment(props: AttachmentProps) {
  const { field, value, address, id, labelledBy } = props
  const { t } = useLingui()
  const { form, files, rules } = useFormContext()
  const claim = useForm((state) => findFormFile(state, value[field]))
  const [problem, setProblem] = useState<Problem | null>(null)
  const [busy, setBusy] = useState(false)
  /** last stored file; announced each time it changes */
  const [stored, setStored] = useState<FileClaim | null>(null)
  const problemText = useFileProblemText()
  const problemId = useId()
  const [marking, setMarking] = useState(false)
  const [lost, setLost] = useState(false)
  /** file chosen while the capture code could not be loaded; captured on retry */
  const [waiting, setWaiting] = useState<File | null>(null)
  const [replacing, setReplacing] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const hadFocus = useRef(false)
  useEffect(() => {
    // Restores the focus, as the focused button was removed.
    if (stored !== null && hadFocus.current) box.current?.querySelector('button')?.focus({ preventScroll: true })
  }, [stored])
  const markUp = async (): Promise<void> => {
    // Loads the code before rendering the component, so that a failed load does not break the form.
    const isHere = await loadMarkUpPhoto().then(
      () => true,
      () => false,
    )
    setMarking(isHere)
    setLost(!isHere)
  }
  // Photos that the server already has cannot be marked up, as earlier versions of the answer would keep the original.
  const canMark = field === 'imagen' && claim !== undefined && rules?.seen.values[address]?.imagen !== claim.sha256

  const saved = { imagen: t`Image saved`, documento: t`Document saved`, video: t`Video saved` }[field]
  const take = async (file: File): Promise<Result<void>> => {
    setBusy(true)
    setProblem(null)
    setStored(null)
    setLost(false)
    setWaiting(null)
    const place = trackLateValue(form, address)
    try {
      const captureFile = await loadCapture().catch(() => null)
      if (captureFile === null) {
        setLost(true)
        setWaiting(file)
        return refuse('file.unreadable')
      }
      const captured = await captureFile(field, file, form.template.opcionales.geolocalizacion)
      const result = captured.ok ? await files.attach(captured.value.claim, captured.value.data) : captured
      if (!result.ok) setProblem(result.problem)
      if (!result.ok || !captured.ok) return result
      hadFocus.current = box.current?.contains(document.activeElement) ?? false
      addFile(form, captured.value.claim)
      place.put({ [field]: captured.value.claim.sha256 })
      setStored(captured.value.claim)
      setReplacing(false)
      return result
    } catch {
      setProblem({ code: 'file.unreadable' })
      return refuse('file.unreadable')
    } finally {
      place.release()
      setBusy(false)
    }
  }

  const attach = { documento: t`Attach document`, video: t`Attach video` }
  const onTake = (file: File): void => void form.captures.follow(take(file))
  const chooser = { labelledBy, problemId, busy, accept: ACCEPT_ATTRIBUTES[field], onTake }

  return (
    <div ref={box} className="r-column">
      {claim !== undefined && <LaterPreview field={field} claim={claim} labelledBy={labelledBy} />}
      <div className={`r-row ${styles['actions']}`}>
        {field !== 'imagen' && (
          <FileButton
            {...chooser}
            id={id}
            icon={ICONS[field]}
            text={claim === undefined ? attach[field] : t`Replace`}
          />
        )}
        {field === 'imagen' && claim !== undefined && (
          <Button
            variant="default"
            leftSection={<IconCamera size={20} aria-hidden="true" />}
            aria-describedby={labelledBy}
            aria-expanded={replacing}
            onClick={() => setReplacing(!replacing)}
          >
            {t`Replace`}
          </Button>
        )}
        {canMark && (
          <Button
            id={`${id}-markup`}
            variant="default"
            leftSection={<IconPencil size={20} aria-hidden="true" />}
            aria-describedby={labelledBy}
            onClick={() => void markUp()}
          >
            <Trans>Mark up</Trans>
          </Button>
        )}
        {claim !== undefined && (
          <DeleteButton aria-describedby={labelledBy} onClick={() => props.onRemove(claim.name)}>
            <Trans comment="a photo or a file of one question, not the row that the question stands in">Remove</Trans>
          </DeleteButton>
        )}
      </div>
      {field === 'imagen' && (claim === undefined || replacing) && (
        // Separate buttons for camera and gallery: on some tablets one file chooser cannot offer both.
        <div className="r-row">
          <FileButton {...chooser} id={id} camera icon={IconCamera} text={t`Take photo`} />
          <FileButton {...chooser} id={`${id}-gallery`} icon={IconPhoto} text={t`Choose image`} />
        </div>
      )}
      {marking && claim !== undefined && (
        <LaterMarkUpPhoto
          place={{ address, field }}
          photo={claim}
          onKept={({ sha256 }) => {
            props.onChange({ [field]: sha256 })
            setMarking(false)
          }}
          onProblem={(found) => {
            setProblem(found)
            setMarking(false)
          }}
          onCancel={() => setMarking(false)}
        />
      )}
      <p className="r-hidden" role="status">
        {stored !== null && claim?.sha256 === stored.sha256 ? saved : ''}
      </p>
      <p id={problemId} className="r-problem" role="alert">
        {problem !== null && problemText(field, problem)}
        {lost && t`The file could not be attached. Try again when you are online.`}
      </p>
      {waiting !== null && <TryAgainButton retry={() => onTake(waiting)} />}
    </div>
  )
}

type ChooserProps = {
  readonly id: string
  readonly text: string
  readonly icon: Icon
  readonly accept: string
  readonly camera?: boolean
  readonly busy: boolean
  readonly labelledBy: string
  readonly problemId: string
  readonly onTake: (file: File) => void
}

function FileButton({
  id,
  text,
  icon: Shape,
  accept,
  camera = false,
  busy,
  labelledBy,
  problemId,
  onTake,
}: ChooserProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        id={id}
        variant="default"
        loading={busy}
        leftSection={<Shape size={20} aria-hidden="true" />}
        aria-describedby={`${labelledBy} ${problemId}`}
        onClick={() => {
          // Loads the capture code while the camera is open. A failure is reported when a file is chosen.
          loadCapture().catch(() => undefined)
          input.current?.click()
        }}
      >
        {text}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        data-chooser={id}
        {...(camera ? { capture: 'environment' as const } : {})}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0]
          // Clears the input, so that choosing the same file again fires a change event.
          event.currentTarget.value = ''
          if (file !== undefined) onTake(file)
        }}
      />
    </>
  )
}
