import { useId, useState } from 'react'
import { Group, Stack } from '@mantine/core'
import { IconPhotoUp } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { toProblem } from '#domain/endpoints/index.ts'
import { removeTemplateImage, sendTemplateImage, parseHeaderImageUrl } from '#domain/templates/index.ts'
import { MAX_HEADER_IMAGE_BYTES, ok, refuse, type Problem, type TemplateId, type Result } from '#domain/kernel/index.ts'
import { DeleteButton, FileChooser, notify, useAccount, useProblemText } from '#ui/index.ts'
import { useReasonText } from '../calls/call-failed.tsx'
import styles from './image.module.css'

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const JPEG = [0xff, 0xd8, 0xff]

/** `accept` attribute of the file input. The chosen file is then checked by its contents. */
const IMAGE_TYPES = 'image/png,image/jpeg'

/**
 * The bytes of an image for the header of a form or PDF: PNG or JPEG, at most 5 MB (part 2, point 5). Fails with
 * file.too-large, file.wrong-type and file.unreadable.
 */
async function readImage(file: Pick<File, 'size' | 'arrayBuffer'>): Promise<Result<Uint8Array<ArrayBuffer>>> {
  if (file.size > MAX_HEADER_IMAGE_BYTES)
    return refuse('file.too-large', { kind: 'image', max: MAX_HEADER_IMAGE_BYTES / 1024 / 1024 })
  let bytes: Uint8Array<ArrayBuffer>
  try {
    bytes = new Uint8Array(await file.arrayBuffer())
  } catch {
    return refuse('file.unreadable')
  }
  return startsWith(bytes, PNG) || startsWith(bytes, JPEG) ? ok(bytes) : refuse('file.wrong-type')
}

function startsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, index) => bytes[index] === byte)
}

export type ImageFieldProps = {
  /** form under which the server stores the image */
  readonly template: TemplateId
  readonly label: string
  readonly note: string
  readonly url: string | undefined
  readonly onChange: (url: string | undefined) => void
  readonly id?: string
  readonly error?: string | undefined
  readonly disabled?: boolean
}

type UploadProblem = { readonly during: 'check' | 'upload' | 'removal'; readonly problem: Problem }

/**
 * An image of the form, which can be chosen, viewed, replaced and removed. The form refers to an image only after its
 * upload, and until it is deleted.
 */
export function ImageField({ template, label, note, url, onChange, id, error, disabled = false }: ImageFieldProps) {
  const { t } = useLingui()
  const { ask } = useAccount()
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<UploadProblem | null>(null)
  const [unseen, setUnseen] = useState<string | undefined>()
  const about = useId()
  const says = useTroubleText()

  const take = async (file: File): Promise<void> => {
    setBusy(true)
    setTrouble(null)
    const read = await readImage(file)
    const outcome = read.ok ? await ask(sendTemplateImage, { id: template, body: read.value }) : undefined
    setBusy(false)
    if (!read.ok) return setTrouble({ during: 'check', problem: read.problem })
    if (outcome === undefined) return
    if (outcome.kind !== 'ok') return setTrouble({ during: 'upload', problem: toProblem(outcome) })
    onChange(outcome.value.url)
    notify({ tone: 'received', text: t`The image was uploaded` })
  }
  const remove = async (old: string): Promise<void> => {
    const image = parseHeaderImageUrl(old)
    // Only deletes images of this form. A URL set by another user must not trigger requests with this user's rights.
    if (image?.template !== template) return onChange(undefined)
    setBusy(true)
    setTrouble(null)
    const outcome = await ask(removeTemplateImage, { id: template, sha256: image.sha256 })
    setBusy(false)
    // An image that the server does not have counts as removed.
    if (outcome.kind === 'ok' || (outcome.kind === 'refused' && outcome.status === 404)) onChange(undefined)
    else setTrouble({ during: 'removal', problem: toProblem(outcome) })
  }

  const wrong = trouble === null ? error : says(trouble)
  return (
    <Stack gap="xs" miw={0} role="group" aria-label={label} aria-describedby={about}>
      {url !== undefined &&
        (unseen === url || parseHeaderImageUrl(url)?.template !== template ? (
          <p className={`r-round r-soft ${styles['unseen']}`}>{t`The image cannot be shown right now.`}</p>
        ) : (
          <img
            className={`r-wide r-block r-round ${styles['preview']}`}
            src={url}
            alt={t`Preview: ${label}`}
            onError={() => setUnseen(url)}
          />
        ))}
      <Group gap="xs" align="stretch">
        <FileChooser
          id={id}
          accept={IMAGE_TYPES}
          label={label}
          loading={busy}
          disabled={disabled}
          leftSection={<IconPhotoUp size={20} aria-hidden="true" />}
          onChosen={(file) => void take(file)}
        >
          {url === undefined ? t`Choose image` : t`Replace image`}
        </FileChooser>
        {url !== undefined && (
          <DeleteButton disabled={disabled || busy} onClick={() => void remove(url)}>
            <Trans>Remove image</Trans>
          </DeleteButton>
        )}
      </Group>
      <p id={about} className="r-soft r-note">
        {note}
      </p>
      <p className="r-problem" role="alert">
        {wrong}
      </p>
    </Stack>
  )
}

/**
 * The specification's messages (part 2, point 8), followed by the reason if they do not name it, for example a lost
 * connection.
 */
function useTroubleText(): (trouble: UploadProblem) => string {
  const { t } = useLingui()
  const problemText = useProblemText()
  const reasonText = useReasonText()
  return ({ during, problem }) => {
    if (problem.code === 'file.too-large') return t({ message: 'The image is too large.', context: 'form editor' })
    if (problem.code === 'file.wrong-type') return problemText(problem)
    if (during === 'check') return t`The file could not be read. Choose it again.`
    const says = during === 'upload' ? t`The image could not be uploaded` : t`The image could not be deleted`
    return `${says}. ${reasonText(problem)}`
  }
}
