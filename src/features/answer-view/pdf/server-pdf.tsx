import { useRef, useState } from 'react'
import { Button, Checkbox, Group, Radio, Stack, Textarea } from '@mantine/core'
import { IconPhotoUp } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import {
  MAX_DESCRIPTION_LENGTH,
  MAX_PDF_LOGO_BYTES,
  ok,
  refuse,
  type AnswerId,
  type Problem,
  type Result,
} from '#domain/kernel/index.ts'
import { FormDialog, useProblemText, useServerPdf } from '#ui/index.ts'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import styles from './pdf.module.css'

/** `accept` attribute of the file input. `readLogo` and the server check the contents. */
const LOGO_TYPES = 'image/png,image/jpeg'

/**
 * Reads a PNG or JPEG up to 5 MB (part 3, point 5) as base64. Fails with file.too-large, file.wrong-type, file.damaged.
 */
async function readLogo(file: Pick<File, 'size' | 'arrayBuffer'>): Promise<Result<string>> {
  if (file.size > MAX_PDF_LOGO_BYTES) return refuse('file.too-large', { limit: MAX_PDF_LOGO_BYTES })
  const bytes = await file.arrayBuffer().then(
    (buffer) => new Uint8Array(buffer),
    () => null,
  )
  if (bytes === null || bytes.length === 0) return refuse('file.damaged')
  if (!isPng(bytes) && !isJpeg(bytes)) return refuse('file.wrong-type')
  const pieces: string[] = []
  for (let index = 0; index < bytes.length; index += CHUNK)
    pieces.push(String.fromCharCode(...bytes.subarray(index, index + CHUNK)))
  return ok(btoa(pieces.join('')))
}

const CHUNK = 8192
const isPng = (bytes: Uint8Array): boolean =>
  [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a].every((byte, index) => bytes[index] === byte)
const isJpeg = (bytes: Uint8Array): boolean => [0xff, 0xd8, 0xff].every((byte, index) => bytes[index] === byte)

type Location = 'flex-start' | 'center' | 'flex-end'
type Logo = { readonly name: string; readonly content: string }

const MEGABYTES = MAX_PDF_LOGO_BYTES / 1024 / 1024

/** Requests a PDF from the server, with a custom logo or for a portable printer. */
export function ServerPdfDialog({ answer, onClose }: { readonly answer: AnswerId; readonly onClose: () => void }) {
  const { t } = useLingui()
  const problemText = useProblemText()
  const { make, busy, problem } = useServerPdf()
  const [logoChecked, setLogoChecked] = useState(true)
  const [portablePrint, setPortablePrint] = useState(false)
  const [logo, setLogo] = useState<Logo | null>(null)
  const [text, setText] = useState('')
  const [location, setLocation] = useState<Location>('flex-start')
  const [trouble, setTrouble] = useState<Problem | null>(null)
  const input = useRef<HTMLInputElement>(null)

  /** Unchecking the logo clears it and its text. Logo and portable print exclude each other. */
  function tickLogo(on: boolean): void {
    setLogoChecked(on)
    setTrouble(null)
    if (on) return setPortablePrint(false)
    setLogo(null)
    setText('')
  }

  async function take(file: File): Promise<void> {
    const read = await readLogo(file)
    setTrouble(read.ok ? null : read.problem)
    if (read.ok) setLogo({ name: file.name, content: read.value })
  }

  async function go(): Promise<void> {
    const logoData = { logoChecked, logo: logo?.content ?? '', text, location }
    if (await make({ answerId: answer, logoData, portablePrint })) onClose()
  }

  const failure = problem === null ? null : `${t`The PDF could not be generated`}. ${problemText(problem)}`
  return (
    <FormDialog
      title={t`PDF options`}
      submit={<Trans>Generate PDF</Trans>}
      busy={busy}
      disabled={logoChecked && logo === null}
      failure={failure}
      onSubmit={() => void go()}
      onClose={onClose}
    >
      <Checkbox label={t`Logo`} checked={logoChecked} onChange={(event) => tickLogo(event.currentTarget.checked)} />
      {logoChecked && (
        <Stack gap="xs" className={styles['logo'] ?? ''}>
          <Group gap="xs" className={styles['download'] ?? ''}>
            <Button
              variant="default"
              leftSection={<IconPhotoUp size={20} aria-hidden="true" />}
              onClick={() => input.current?.click()}
            >
              {logo === null ? <Trans>Choose image</Trans> : <Trans>Replace image</Trans>}
            </Button>
            {logo !== null && <span className="r-breaks">{logo.name}</span>}
          </Group>
          <p className="r-soft">
            <Trans>PNG or JPEG, up to {MEGABYTES} MB.</Trans>
          </p>
          <p className="r-problem" role="alert">
            {trouble !== null && problemText(trouble)}
          </p>
          <input
            ref={input}
            type="file"
            hidden
            accept={LOGO_TYPES}
            aria-label={t`Logo`}
            onChange={(event) => {
              const file = event.currentTarget.files?.[0]
              // Clears the input, so that choosing the same file again fires a change event.
              event.currentTarget.value = ''
              if (file !== undefined) void take(file)
            }}
          />
          <Textarea
            label={t`Text next to the logo`}
            rows={3}
            maxLength={MAX_DESCRIPTION_LENGTH}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Radio.Group label={t`Logo position`} value={location} onChange={(value) => setLocation(value as Location)}>
            <Group gap="8px 24px" align="stretch">
              <Radio value="flex-start" label={t({ message: 'Left', context: 'logo' })} />
              <Radio value="center" label={t({ message: 'Centre', context: 'logo' })} />
              <Radio value="flex-end" label={t({ message: 'Right', context: 'logo' })} />
            </Group>
          </Radio.Group>
        </Stack>
      )}
      <Checkbox
        label={t`Portable printer`}
        description={t`The PDF fits a portable printer and has no logo.`}
        checked={portablePrint}
        onChange={(event) => {
          const on = event.currentTarget.checked
          setPortablePrint(on)
          if (on) tickLogo(false)
        }}
      />
    </FormDialog>
  )
}
