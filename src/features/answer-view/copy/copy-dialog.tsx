import { IconPaperclip, IconPlus, IconX } from '@tabler/icons-react'
import { checkFilePlace, type FileClaim } from '#domain/answering/index.ts'
import {
  getVisibleText,
  HINT_MS,
  MAX_EMAIL_ATTACHMENT_BYTES,
  ok,
  refuse,
  type Problem,
  type Result,
} from '#domain/kernel/index.ts'
import { useState, useEffect, useRef } from 'react'
import { Textarea, ActionIcon, Button, Group, Pill, Stack, TextInput } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Answer } from '#domain/answers/index.ts'
import { MAX_COPY_BODY_LENGTH, mailAddressSchema, MAX_COPY_RECIPIENTS } from '#domain/mail/index.ts'
import type { CapturedFile } from '#local/index.ts'
import { FormDialog, chooseLanguage, useProblemText } from '#ui/index.ts'
import { useAnswerChange } from '../actions/use-change.ts'
import styles from './copy.module.css'
import '@mantine/core/styles/ActionIcon.layer.css'
import '@mantine/core/styles/Pill.layer.css'

/** `accept` attribute of the file input. Files are then checked by their contents. */
const ATTACHABLE = '.pdf,.doc,.docx,.xls,.xlsx,.ppt,.pptx,.csv,.rtf,.odt,.ods,.odp,.odg,.png,.jpg,.jpeg'

/** Checks and hashes an attachment (part 3, point 5). Fails with file.too-large, file.wrong-type, file.damaged. */
async function captureAttachment(file: File): Promise<Result<CapturedFile>> {
  // Refuses huge files before reading them. The type is not known yet, so the largest limit (PDF) is used.
  const early = checkFilePlace('copy', { type: 'application/pdf', bytes: file.size })
  if (!early.ok) return early
  const data = await file.arrayBuffer().catch(() => null)
  if (data === null || data.byteLength === 0) return refuse('file.damaged')
  const bytes = new Uint8Array(data)
  const [{ checkDetectedType: acceptType, detectMediaType: sniff }, { hashSha256: sha256Of }] = await Promise.all([
    import('#domain/files/index.ts'),
    import('#sync/index.ts'),
  ])
  const found = await sniff({
    bytes: bytes.length,
    read: async (offset, length) => bytes.subarray(offset, offset + length),
  })
  const type = acceptType(found, file.name, bytes.length)
  if (!type.ok) return type
  const placed = checkFilePlace('copy', { type: type.value, bytes: bytes.length })
  if (!placed.ok) return placed
  const sha256 = await sha256Of(crypto, bytes)
  const claim: FileClaim = { sha256, bytes: bytes.length, type: type.value, name: file.name.slice(-255) || 'file' }
  return ok({ claim, data })
}

type CopyAddressesProps = {
  readonly addresses: readonly string[]
  readonly onChange: (addresses: readonly string[]) => void
  /** text in the field, not yet added */
  readonly typed: string
  readonly onType: (typed: string) => void
  /** number of attempts to send without an address or before the typed address was added; each shows the hint */
  readonly hinted: number
}

/** Added addresses, and a field for the next, which is added with '+' or Enter. */
export function CopyRecipientsField({ addresses, onChange, typed, onType, hinted }: CopyAddressesProps) {
  const { t } = useLingui()
  const [isWrong, setIsWrong] = useState(false)
  const hint = useHint(hinted)
  const input = useRef<HTMLInputElement>(null)
  const isFull = addresses.length >= MAX_COPY_RECIPIENTS

  function add(): void {
    const address = mailAddressSchema.safeParse(typed.trim())
    setIsWrong(!address.success)
    input.current?.focus()
    if (!address.success) return
    const known = addresses.some((eachAddress) => eachAddress.toLowerCase() === address.data.toLowerCase())
    if (!known) onChange([...addresses, address.data])
    onType('')
  }

  return (
    <Stack gap="xs">
      {addresses.length > 0 && (
        <ul className={`r-row r-plain ${styles['added']}`} aria-label={t`Addresses`}>
          {addresses.map((address) => (
            <li key={address}>
              <Pill
                size="lg"
                withRemoveButton
                removeButtonProps={{ 'aria-label': t`Remove ${address}`, 'aria-hidden': false, tabIndex: 0 }}
                onRemove={() => onChange(addresses.filter((eachAddress) => eachAddress !== address))}
              >
                {address}
              </Pill>
            </li>
          ))}
        </ul>
      )}
      <TextInput
        ref={input}
        data-autofocus
        label={t`E-mail address`}
        description={isFull ? t`A copy can be sent to at most ${MAX_COPY_RECIPIENTS} addresses.` : undefined}
        type="email"
        inputMode="email"
        autoComplete="email"
        disabled={isFull}
        value={typed}
        error={
          isWrong
            ? t`Please enter a valid address`
            : hint &&
              (addresses.length === 0 || getVisibleText(typed) !== '') &&
              t`Remember to press the '+' button after typing an address.`
        }
        onChange={(event) => {
          onType(event.currentTarget.value)
          setIsWrong(false)
        }}
        onKeyDown={(event) => {
          // Enter adds the typed address; in an empty field it submits the form.
          if (event.key !== 'Enter' || getVisibleText(typed) === '') return
          event.preventDefault()
          add()
        }}
        rightSectionWidth="var(--r-target)"
        rightSection={
          <ActionIcon
            variant="filled"
            className={styles['add'] ?? ''}
            disabled={isFull}
            aria-label={t`Add address`}
            onClick={add}
          >
            <IconPlus size={20} aria-hidden="true" />
          </ActionIcon>
        }
      />
    </Stack>
  )
}

/** Whether to show the hint. It is shown for the time that the specification sets. */
function useHint(hinted: number): boolean {
  const [shown, setShown] = useState(0)
  useEffect(() => {
    if (hinted === 0) return
    const timer = setTimeout(() => setShown(hinted), HINT_MS)
    return () => clearTimeout(timer)
  }, [hinted])
  return hinted > shown
}

type AttachmentProps = {
  readonly file: CapturedFile | null
  readonly onChange: (file: CapturedFile | null) => void
}

const MEGABYTES = MAX_EMAIL_ATTACHMENT_BYTES / 1024 / 1024

/** Optional attachment in addition to the answer's PDF. */
export function CopyAttachmentField({ file, onChange }: AttachmentProps) {
  const { t } = useLingui()
  const problemText = useProblemText()
  const [problem, setProblem] = useState<Problem | null>(null)
  const input = useRef<HTMLInputElement>(null)

  async function attachFile(chosenFile: File): Promise<void> {
    const read = await captureAttachment(chosenFile)
    setProblem(read.ok ? null : read.problem)
    if (read.ok) onChange(read.value)
  }

  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Button
          variant="default"
          leftSection={<IconPaperclip size={20} aria-hidden="true" />}
          onClick={() => input.current?.click()}
        >
          {file === null ? <Trans>Attach file</Trans> : <Trans>Replace file</Trans>}
        </Button>
        {file !== null && (
          <>
            <span className="r-breaks">{file.claim.name}</span>
            <ActionIcon variant="subtle" size={36} aria-label={t`Remove file`} onClick={() => onChange(null)}>
              <IconX size={20} aria-hidden="true" />
            </ActionIcon>
          </>
        )}
      </Group>
      <p className="r-soft">
        <Trans>
          The PDF of the answer is always attached. You can add one file: PDF, office document, PNG or JPEG, up to{' '}
          {MEGABYTES} MB.
        </Trans>
      </p>
      <p className="r-problem" role="alert">
        {problem !== null && (problem.code === 'file.wrong-type' ? t`invalid document format` : problemText(problem))}
      </p>
      <input
        ref={input}
        type="file"
        hidden
        accept={ATTACHABLE}
        aria-label={t`File to attach`}
        onChange={(event) => {
          const chosenFile = event.currentTarget.files?.[0]
          event.currentTarget.value = ''
          if (chosenFile !== undefined) void attachFile(chosenFile)
        }}
      />
    </Stack>
  )
}

type CopyDialogProps = {
  readonly answer: Answer
  /** true: opened right after saving, so cancelling asks for confirmation and says that the answer is saved */
  readonly afterSaving: boolean
  readonly onClose: () => void
}

/** Sends a copy of the answer by e-mail. Offline it is queued like any change. */
export function CopyDialog({ answer, afterSaving, onClose }: CopyDialogProps) {
  const { t, i18n } = useLingui()
  const [addresses, setAddresses] = useState<readonly string[]>([])
  const [typed, setTyped] = useState('')
  const [body, setBody] = useState('')
  const [file, setFile] = useState<CapturedFile | null>(null)
  const [hinted, setHinted] = useState(0)
  const [leaving, setLeaving] = useState(false)
  const { make, busy } = useAnswerChange(answer, {
    done: t`The e-mail will be sent. Check its status in the history of the answer.`,
    failed: t`The e-mail could not be sent`,
  })

  async function send(): Promise<void> {
    // An address that was typed but not added is probably intended, so the copy is not sent without it.
    if (addresses.length === 0 || getVisibleText(typed) !== '') return setHinted(hinted + 1)
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    const input = {
      to: [...addresses],
      subject: '',
      body: body.trim(),
      language: chooseLanguage(i18n.locale),
      timeZone,
    }
    const attached = file === null ? {} : { attachment: file.claim.sha256 }
    const outcome = await make({ kind: 'answer.sendCopy', ...input, ...attached }, file === null ? [] : [file])
    if (outcome !== null) onClose()
  }

  if (leaving)
    return (
      <FormDialog
        title={t`Send a copy by e-mail`}
        submit={<Trans>Do not send</Trans>}
        dismiss={<Trans>Keep writing</Trans>}
        onSubmit={onClose}
        onClose={() => setLeaving(false)}
      >
        <p>
          <Trans>Your answer was saved. Do you want to cancel the e-mail?</Trans>
        </p>
      </FormDialog>
    )
  return (
    <FormDialog
      title={t`Send a copy by e-mail`}
      submit={<Trans>Send</Trans>}
      busy={busy}
      onSubmit={() => void send()}
      onClose={() => (afterSaving ? setLeaving(true) : onClose())}
    >
      <CopyRecipientsField
        addresses={addresses}
        onChange={setAddresses}
        typed={typed}
        onType={setTyped}
        hinted={hinted}
      />
      <Textarea
        label={t`Message (optional)`}
        rows={4}
        maxLength={MAX_COPY_BODY_LENGTH}
        value={body}
        onChange={(event) => setBody(event.currentTarget.value)}
      />
      <CopyAttachmentField file={file} onChange={setFile} />
    </FormDialog>
  )
}
