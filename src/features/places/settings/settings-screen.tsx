import { Button, Stack, Group } from '@mantine/core'
import { IconArrowLeft, IconPhotoUp } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { toProblem, type Failure } from '#domain/endpoints/index.ts'
import { MAX_HEADER_IMAGE_BYTES, type Problem, type ProblemCode } from '#domain/kernel/index.ts'
import {
  readSettings,
  saveSettings,
  parseSettings,
  removeLogo,
  sendLogo,
  logoAddress,
  type MunicipalitySettings,
  type SettingsResponse,
  type SettingsInput,
} from '#domain/places/index.ts'
import {
  LinkButton,
  RecordScreen,
  useEndpointData,
  useCan,
  Banner,
  notify,
  PageSection,
  useEndpointCall,
  useProblemText,
  useFailureText,
  DeleteButton,
  FileChooser,
} from '#ui/index.ts'
import { CertificateFields } from './certificate-fields.tsx'
import { ChoiceSetting, LinesSetting, NumberSetting, SwitchSetting, TextSetting } from './setting-fields.tsx'
import { useSettingGroups, type SettingsFields } from './use-groups.ts'
import styles from '../places.module.css'

type SettingsFormProps = { readonly id: string; readonly response: SettingsResponse }

const FIELD_BY_CODE: Partial<Readonly<Record<ProblemCode, keyof MunicipalitySettings>>> = {
  'settings.colour-invalid': 'brandColour',
  'settings.colour-contrast': 'brandColour',
  'settings.frame-invalid': 'frameAncestors',
  'settings.currency-invalid': 'currency',
  'settings.certificate-form': 'certificate',
  'settings.certificate-question': 'certificate',
}

/** All settings with descriptions. Only changed settings are sent. */
function SettingsForm({ id, response }: SettingsFormProps) {
  const { t } = useLingui()
  const problemText = useProblemText()
  const failureText = useFailureText()
  const { act, busy } = useEndpointCall(saveSettings)
  const [input, setInput] = useState<SettingsInput>({})
  const [wrong, setWrong] = useState<Problem | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const groups = useSettingGroups()
  const touched = Object.keys(input).length > 0

  async function save(): Promise<void> {
    setFailure(null)
    const read = parseSettings(input)
    setWrong(read.ok ? null : read.problem)
    if (!read.ok) return
    const outcome = await act({ id, body: input })
    if (outcome.kind === 'ok') {
      setInput({})
      return notify({ tone: 'received', text: t`The settings were saved` })
    }
    const problem = toProblem(outcome)
    if (FIELD_BY_CODE[problem.code] === undefined) setFailure(outcome)
    else setWrong(problem)
  }

  const fields: SettingsFields = {
    // The cast is safe, as `input` contains only changed settings and none is undefined.
    values: { ...response.settings, ...input } as SettingsFields['values'],
    set: (change) => setInput((before) => ({ ...before, ...change })),
    isMine: (name) => response.mine.includes(name),
    errorOf: (name) => (wrong !== null && FIELD_BY_CODE[wrong.code] === name ? problemText(wrong) : undefined),
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Stack gap="lg">
        <div className="r-grid r-gap-24 r-top r-fit-30">
          {[groups.slice(0, -1), groups.slice(-1)].map((column, at) => (
            <Stack key={at} gap="md">
              {column.map(({ title, settings }) => (
                <PageSection key={title} title={title}>
                  <Stack gap="lg">
                    {settings.map((setting) => {
                      switch (setting.kind) {
                        case 'switch':
                          return <SwitchSetting key={setting.name} {...setting} fields={fields} />
                        case 'number':
                          return <NumberSetting key={setting.name} {...setting} fields={fields} />
                        case 'lines':
                          return <LinesSetting key={setting.name} {...setting} fields={fields} />
                        case 'choice':
                          return <ChoiceSetting key={setting.name} {...setting} fields={fields} />
                        case 'text':
                          return <TextSetting key={setting.label} {...setting} fields={fields} />
                        case 'logo':
                          return <LogoField key={setting.name} id={id} response={response} />
                        case 'certificate':
                          return <CertificateFields key={setting.name} id={id} fields={fields} />
                      }
                    })}
                  </Stack>
                </PageSection>
              ))}
            </Stack>
          ))}
        </div>
        {failure !== null && (
          <div role="alert">
            <Banner tone="attention">{failureText(failure)}</Banner>
          </div>
        )}
        {wrong !== null && (
          <div role="alert">
            <Banner tone="attention">{problemText(wrong)}</Banner>
          </div>
        )}
        <Button type="submit" loading={busy} disabled={!touched} style={{ alignSelf: 'start' }}>
          <Trans>Save the settings</Trans>
        </Button>
      </Stack>
    </form>
  )
}

/** The logo. It is uploaded and removed at once, not with the other settings. */
function LogoField({ id, response }: { readonly id: string; readonly response: SettingsResponse }) {
  const { t } = useLingui()
  const problemText = useProblemText()
  const failureText = useFailureText()
  const sending = useEndpointCall(sendLogo)
  const removing = useEndpointCall(removeLogo)
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
    const outcome = await sending.act({ id, body: new Uint8Array(bytes) })
    if (outcome.kind !== 'ok') return setFailure(outcome)
    notify({ tone: 'received', text: t`The image was uploaded` })
  }
  async function remove(): Promise<void> {
    setFailure(null)
    const outcome = await removing.act({ id })
    if (outcome.kind !== 'ok') setFailure(outcome)
  }

  return (
    <div role="group" aria-label={t`Logo`}>
      <strong>
        <Trans>Logo</Trans>
      </strong>
      <p className="r-soft">
        <Trans>Shown in the top bar and on the public pages of this municipality. PNG or JPEG, at most 5 MB.</Trans>
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
        {problem !== null && problemText(problem)}
        {failure !== null && failureText(failure)}
      </p>
    </div>
  )
}

/** /municipios/$id: settings of a municipality. */
export function SettingsScreen() {
  const { t } = useLingui()
  const { id } = useParams({ from: '/municipios/$id' })
  const can = useCan()
  const [loadable, retry] = useEndpointData(readSettings, { id })
  const isMissing = loadable.kind === 'failed' && loadable.problem.code === 'place.missing'
  return (
    <RecordScreen
      name={t`Settings of the municipality`}
      back={
        can('manage', 'usuario') && (
          <LinkButton to="/municipios" variant="subtle" leftSection={<IconArrowLeft size={20} aria-hidden="true" />}>
            <Trans>Municipalities</Trans>
          </LinkButton>
        )
      }
      width="full"
      loadable={loadable}
      retry={retry}
      away={
        isMissing ? (
          <p>
            <Trans>It may not exist, or you may not have access to it.</Trans>
          </p>
        ) : undefined
      }
      head={({ municipality }) => ({
        title: t`Settings of ${municipality.nombre}`,
        actions: (
          <>
            {can('close', 'pago') && (
              <LinkButton to="/municipios/$id/pagos" params={{ id }} variant="default">
                <Trans>Payments</Trans>
              </LinkButton>
            )}
            <LinkButton to="/municipios/$id/integraciones/{-$parte}" params={{ id }} variant="default">
              <Trans>Other systems</Trans>
            </LinkButton>
          </>
        ),
        subtitle: (
          <Trans>Connected devices receive changes within seconds; the others, when they are next online.</Trans>
        ),
      })}
    >
      {/* Reloaded settings appear in fields that the user has not edited. */}
      {(response) => <SettingsForm id={id} response={response} />}
    </RecordScreen>
  )
}
