import { useNavigate } from '@tanstack/react-router'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, CopyButton, Group, Stack, Textarea } from '@mantine/core'
import { IconShare2 } from '@tabler/icons-react'
import type { Instant, TemplateId } from '#domain/kernel/index.ts'
import { Dialog, DialogFooter, FormDialog, notify, QrCode, useFormats } from '#ui/index.ts'
import { useRetentionText } from '../messages/use-retention-text.ts'
import { useEditor } from '../store/editor-context.tsx'
import styles from './save.module.css'

type PublicProps = Pick<PublishedProps, 'id' | 'title' | 'onClose'> & { readonly onPublish: () => void }

/** Asks for confirmation before publishing a form that becomes public. */
export function ConfirmPublicDialog({ id, title, onPublish, onClose }: PublicProps) {
  const { t } = useLingui()
  const address = buildFormUrl(id, true)
  const linkOnly = useEditor(({ form }) => form.opcionales.linkOnly)
  return (
    <FormDialog
      title={t`Make “${title}” public?`}
      submit={<Trans>Make public</Trans>}
      onSubmit={onPublish}
      onClose={onClose}
    >
      <p>
        <Trans>
          Anyone can then see and answer it without an account at <span className="r-breaks">{address}</span>
        </Trans>
      </p>
      <p>
        {!linkOnly && <Trans>It appears in the municipality’s list of public forms.</Trans>}{' '}
        <Trans>Answers already received are not shown.</Trans>
      </p>
    </FormDialog>
  )
}

/** The address at which a form is answered. */
function buildFormUrl(id: TemplateId, isPublic: boolean): string {
  return `${location.origin}/${isPublic ? 'publico/contestar' : 'contestar'}/${encodeURIComponent(id)}`
}

type RetentionProps = {
  /** number of answers that publishing erases, including answers that are still being worked on */
  readonly answers: number
  readonly from: Instant
  readonly onPublish: () => void
  readonly onClose: () => void
}

/** Asks for confirmation before publishing a form whose answers are erased earlier than before. */
export function ConfirmRetentionDialog({ answers, from, onPublish, onClose }: RetentionProps) {
  const { t } = useLingui()
  const formats = useFormats()
  const retentionText = useRetentionText()
  const period = retentionText(useEditor(({ form }) => form.retention))
  const day = formats.date(from)
  return (
    <FormDialog
      title={t`Erase answers after ${period}?`}
      submit={<Trans>Publish</Trans>}
      danger
      onSubmit={onPublish}
      onClose={onClose}
    >
      <Stack gap="sm">
        <p>
          <Plural
            value={answers}
            _0={`No answer will be old enough to be erased on ${day}. After that, each answer is erased ${period} after its last change.`}
            one={`From ${day}, # answer is erased. After that, each answer is erased ${period} after its last change.`}
            other={`From ${day}, # answers are erased. After that, each answer is erased ${period} after its last change.`}
          />
        </p>
        <p>
          <Trans>
            Erased answers cannot be restored. Devices delete their copies. Statistics keep their number by day, area
            and state. You can publish a longer period until then.
          </Trans>
        </p>
      </Stack>
    </FormDialog>
  )
}

type PublishedProps = {
  readonly id: TemplateId
  readonly title: string
  readonly isPublic: boolean
  /** success message; shown as a notification after leaving, as it would cover the dialog's buttons here */
  readonly message: string
  readonly onClose: () => void
}

/** Shows the link of a published form, to be shared. Closing the dialog stays in the editor. */
export function PublishedDialog({ id, title, isPublic, message, onClose }: PublishedProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const address = buildFormUrl(id, isPublic)
  const leave = (): void => {
    notify({ tone: 'received', text: message })
    void navigate({ to: '/listar' })
  }
  return (
    <Dialog opened size="lg" onClose={onClose} title={t`“${title}” was published`}>
      <Stack gap="md">
        <p>
          {isPublic ? (
            <Trans>Anyone can answer it here without an account:</Trans>
          ) : (
            <Trans>Users in its areas can answer it here after signing in:</Trans>
          )}
        </p>
        <Textarea
          label={t`Address of the form`}
          readOnly
          rows={1}
          classNames={{ input: `r-code r-breaks ${styles['address']}` }}
          value={address}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <Share address={address} title={title} />
        <Group gap={0} align="stretch" wrap="nowrap" className={styles['qr'] ?? ''}>
          <QrCode text={address} label={t`QR code of the form’s address`} />
        </Group>
        <DialogFooter>
          <Button variant="subtle" onClick={onClose}>
            <Trans>Keep editing</Trans>
          </Button>
          <Button onClick={leave}>
            <Trans>Back to the forms</Trans>
          </Button>
        </DialogFooter>
      </Stack>
    </Dialog>
  )
}

/** Button that opens the device's share sheet. Without a share sheet, copies the link. */
function Share({ address, title }: { readonly address: string; readonly title: string }) {
  if (typeof navigator.share !== 'function')
    return (
      <CopyButton value={address}>
        {({ copied, copy }) => (
          <Button variant="default" onClick={copy}>
            {copied ? <Trans>Copied</Trans> : <Trans>Copy the address</Trans>}
          </Button>
        )}
      </CopyButton>
    )
  return (
    <Button
      variant="default"
      leftSection={<IconShare2 size={20} aria-hidden="true" />}
      // Rejects if the user cancels, which is not an error.
      onClick={() => void navigator.share({ title, url: address }).catch(() => undefined)}
    >
      <Trans>Share</Trans>
    </Button>
  )
}
