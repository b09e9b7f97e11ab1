import { Button, CopyButton, Group, Stack, TextInput } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { Dialog } from '#ui/index.ts'

type LinkDialogProps = {
  /** path on this server */
  readonly link: string
  readonly name: string
  readonly onClose: () => void
}

/** The link with which a new user chooses a password, to be passed on by hand: no mail server takes it to them. */
export function LinkDialog({ link, name, onClose }: LinkDialogProps) {
  const { t } = useLingui()
  const address = new URL(link, location.origin).href
  return (
    <Dialog opened onClose={onClose} title={t`A link for ${name}`}>
      <Stack gap="md">
        <p>
          <Trans>
            No e-mails are sent from here. Pass this link on: with it {name} chooses a password. It works once, and is
            shown this once.
          </Trans>
        </p>
        <TextInput
          label={t`Link`}
          readOnly
          classNames={{ input: 'r-code' }}
          value={address}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            <Trans>Done</Trans>
          </Button>
          <CopyButton value={address}>
            {({ copied, copy }) => (
              <Button onClick={copy}>{copied ? <Trans>Copied</Trans> : <Trans>Copy the link</Trans>}</Button>
            )}
          </CopyButton>
        </Group>
      </Stack>
    </Dialog>
  )
}
