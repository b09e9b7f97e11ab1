import { useState } from 'react'
import { Group } from '@mantine/core'
import { IconPhotoUp } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { removeLogo, sendLogo, logoAddress, type SettingsResponse } from '#domain/places/index.ts'
import type { Failure } from '#domain/endpoints/index.ts'
import { MAX_HEADER_IMAGE_BYTES, type Problem } from '#domain/kernel/index.ts'
import { DeleteButton, FileChooser, notify, useAct, useProblemText, useFailureText } from '#ui/index.ts'
import styles from '../places.module.css'

/** The logo: it is sent and removed at once, because it is bytes and no text. */
export function LogoField({ id, response }: { readonly id: string; readonly response: SettingsResponse }) {
  const { t } = useLingui()
  const textOf = useProblemText()
  const failureText = useFailureText()
  const sending = useAct(sendLogo)
  const removing = useAct(removeLogo)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const { municipality, settings } = response
  const { brandLogo } = settings

  async function take(file: File): Promise<void> {
    setFailure(null)
    const isTooLarge = file.size > MAX_HEADER_IMAGE_BYTES
    setProblem(isTooLarge ? { code: 'file.too-large' } : null)
    if (isTooLarge) return
    const bytes = await file.arrayBuffer().catch(() => undefined)
    if (bytes === undefined) return setProblem({ code: 'file.damaged' })
    const done = await sending.act({ id, body: new Uint8Array(bytes) })
    if (done.kind !== 'ok') return setFailure(done)
    notify({ tone: 'received', text: t`Image uploaded successfully` })
  }
  async function remove(): Promise<void> {
    setFailure(null)
    const done = await removing.act({ id })
    if (done.kind !== 'ok') setFailure(done)
  }

  return (
    <div role="group" aria-label={t`Logo`}>
      <strong>
        <Trans>Logo</Trans>
      </strong>
      <p className="r-soft">
        <Trans>Stands in the top bar of its people, and on its public pages. PNG or JPEG, at most 5 MB.</Trans>
      </p>
      {brandLogo !== null && (
        <img
          className={`r-block ${styles['logo']}`}
          src={logoAddress(municipality.path, brandLogo)}
          alt={t`Logo of ${municipality.nombre}`}
        />
      )}
      <Group gap="xs" mt="xs">
        <FileChooser
          accept="image/png,image/jpeg"
          label={t`Logo`}
          loading={sending.busy}
          leftSection={<IconPhotoUp size={20} aria-hidden="true" />}
          onChosen={(file) => void take(file)}
        >
          {brandLogo === null ? <Trans>Choose image</Trans> : <Trans>Replace image</Trans>}
        </FileChooser>
        {brandLogo !== null && (
          <DeleteButton loading={removing.busy} onClick={() => void remove()}>
            <Trans>Remove image</Trans>
          </DeleteButton>
        )}
      </Group>
      <p role="alert">
        {problem !== null && textOf(problem)}
        {failure !== null && failureText(failure)}
      </p>
    </div>
  )
}
