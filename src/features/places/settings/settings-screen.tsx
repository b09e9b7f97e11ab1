import { Button, Stack } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { toProblem, type RequestFailure } from '#domain/endpoints/index.ts'
import type { Problem, ProblemCode } from '#domain/kernel/index.ts'
import {
  readSettings,
  saveSettings,
  parseSettings,
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
  WorkBar,
} from '#ui/index.ts'
import { CertificateFields } from './certificate-fields.tsx'
import { LogoField, OwnLanguageField } from './file-fields.tsx'
import {
  ChoiceSetting,
  ColourSetting,
  LinesSetting,
  NumberSetting,
  SwitchSetting,
  TextSetting,
} from './setting-fields.tsx'
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

/** All settings with descriptions, beside links to their groups. Only changed settings are sent. */
function SettingsForm({ id, response }: SettingsFormProps) {
  const { t } = useLingui()
  const problemText = useProblemText()
  const failureText = useFailureText()
  const { act, busy } = useEndpointCall(saveSettings)
  const [input, setInput] = useState<SettingsInput>({})
  // Key of the fields. Fields store typed text themselves, so a new key is needed to discard it.
  const [round, setRound] = useState(0)
  const [wrong, setWrong] = useState<Problem | null>(null)
  const [failure, setFailure] = useState<RequestFailure | null>(null)
  const groups = useSettingGroups()
  const touched = Object.keys(input).length

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

  function discard(): void {
    setInput({})
    setWrong(null)
    setFailure(null)
    setRound((before) => before + 1)
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
      <div className={styles['settings']}>
        <nav aria-label={t`Groups of settings`} className={styles['groups']}>
          {groups.map(({ title }, index) => (
            <Button key={title} variant="subtle" justify="start" ta="start" onClick={() => goToGroup(index)}>
              {title}
            </Button>
          ))}
        </nav>
        <Stack gap="xl" key={round}>
          {groups.map(({ title, settings }, index) => (
            <div key={title} id={`settings-${index}`} tabIndex={-1} className={styles['group']}>
              <PageSection title={title}>
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
                      case 'colour':
                        return <ColourSetting key={setting.name} {...setting} fields={fields} />
                      case 'text':
                        return <TextSetting key={setting.label} {...setting} fields={fields} />
                      case 'logo':
                        return <LogoField key={setting.name} id={id} response={response} />
                      case 'ownLanguage':
                        return <OwnLanguageField key={setting.name} id={id} response={response} />
                      case 'certificate':
                        return <CertificateFields key={setting.name} id={id} fields={fields} />
                    }
                  })}
                </Stack>
              </PageSection>
            </div>
          ))}
        </Stack>
      </div>
      <WorkBar
        above={
          (failure !== null || wrong !== null) && (
            <div role="alert">
              {failure !== null && <Banner tone="attention">{failureText(failure)}</Banner>}
              {wrong !== null && <Banner tone="attention">{problemText(wrong)}</Banner>}
            </div>
          )
        }
      >
        <span className="r-grow r-soft r-small">
          <Plural value={touched} _0="No unsaved changes" one="# unsaved change" other="# unsaved changes" />
        </span>
        {touched > 0 && (
          <Button variant="default" onClick={discard}>
            <Trans>Discard</Trans>
          </Button>
        )}
        <Button type="submit" loading={busy} disabled={touched === 0}>
          <Trans>Save settings</Trans>
        </Button>
      </WorkBar>
    </form>
  )
}

/** Scrolls to a group and moves the focus there. */
function goToGroup(index: number): void {
  const group = document.getElementById(`settings-${index}`)
  group?.scrollIntoView()
  group?.focus({ preventScroll: true })
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
      name={t`Municipality settings`}
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
