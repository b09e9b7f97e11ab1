import { useState } from 'react'
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { IconDownload, IconFileUpload, IconPhotoUp } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { buildEndpointPath, toProblem, type RequestFailure } from '#domain/endpoints/index.ts'
import {
  MAX_CATALOGUE_BYTES,
  MAX_HEADER_IMAGE_BYTES,
  ok,
  refuse,
  type Problem,
  type Result,
} from '#domain/kernel/index.ts'
import {
  buildLogoUrl,
  downloadLanguageTemplate,
  MAX_LANGUAGE_NAME_LENGTH,
  parseLanguageInput,
  removeLanguage,
  removeLogo,
  sendLanguage,
  sendLogo,
  type SettingsResponse,
} from '#domain/places/index.ts'
import {
  DeleteButton,
  FileChooser,
  notify,
  useEndpointCall,
  useFailureText,
  useFormats,
  useProblemText,
} from '#ui/index.ts'
import styles from '../places.module.css'

/* Settings with a file. They are uploaded and removed immediately, not saved with the other settings. */

type FileFieldProps = { readonly id: string; readonly response: SettingsResponse }

/** Reads a chosen file. Refuses with file.too-large and file.damaged. */
async function readChosenFile(file: File, limit: number): Promise<Result<Uint8Array<ArrayBuffer>>> {
  if (file.size > limit) return refuse('file.too-large')
  const bytes = await file.arrayBuffer().catch(() => undefined)
  return bytes === undefined ? refuse('file.damaged') : ok(new Uint8Array(bytes))
}

/** The logo. */
export function LogoField({ id, response }: FileFieldProps) {
  const { t } = useLingui()
  const problemText = useProblemText()
  const failureText = useFailureText()
  const sending = useEndpointCall(sendLogo)
  const removing = useEndpointCall(removeLogo)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [failure, setFailure] = useState<RequestFailure | null>(null)
  const { municipality, settings } = response
  const { brandLogo } = settings

  async function take(file: File): Promise<void> {
    setFailure(null)
    const bytes = await readChosenFile(file, MAX_HEADER_IMAGE_BYTES)
    setProblem(bytes.ok ? null : bytes.problem)
    if (!bytes.ok) return
    const outcome = await sending.act({ id, body: bytes.value })
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
        <Trans>Shown in the top bar and on the public pages of this municipality. PNG or JPEG, up to 5 MB.</Trans>
      </p>
      {brandLogo !== null && (
        <img
          className={`r-block ${styles['logo']}`}
          src={buildLogoUrl(municipality.path, brandLogo)}
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

/** Fields of the form whose text was refused. */
const FIELD_BY_CODE: Partial<Readonly<Record<Problem['code'], 'name' | 'tag'>>> = {
  'place.name-required': 'name',
  'settings.language-code': 'tag',
}

/** The language that the municipality translates itself: template, name, code and file. */
export function OwnLanguageField({ id, response }: FileFieldProps) {
  const { t } = useLingui()
  const problemText = useProblemText()
  const formats = useFormats()
  const sending = useEndpointCall(sendLanguage)
  const removing = useEndpointCall(removeLanguage)
  const { ownLanguage } = response.settings
  const [typed, setTyped] = useState({ name: ownLanguage?.name ?? '', tag: ownLanguage?.tag ?? '' })
  const [problem, setProblem] = useState<Problem | null>(null)
  const field = problem === null ? undefined : FIELD_BY_CODE[problem.code]
  const errorOf = (name: 'name' | 'tag') => (problem !== null && field === name ? problemText(problem) : undefined)

  async function take(file: File): Promise<void> {
    setProblem(null)
    const input = parseLanguageInput(typed)
    if (!input.ok) return setProblem(input.problem)
    const bytes = await readChosenFile(file, MAX_CATALOGUE_BYTES)
    if (!bytes.ok) return setProblem(bytes.problem)
    const outcome = await sending.act({ id, ...input.value, body: bytes.value })
    if (outcome.kind !== 'ok') return setProblem(toProblem(outcome))
    notify({ tone: 'received', text: t`The translation was uploaded` })
  }
  async function remove(): Promise<void> {
    setProblem(null)
    const outcome = await removing.act({ id })
    if (outcome.kind !== 'ok') return setProblem(toProblem(outcome))
    setTyped({ name: '', tag: '' })
  }

  return (
    <div role="group" aria-label={t`Another language`}>
      <strong>
        <Trans>Another language</Trans>
      </strong>
      <p className="r-soft">
        <Trans>
          A language that Relevo does not have, translated by the municipality. Users who choose it see texts without a
          translation in English, and receive e-mails and PDFs from the server in English.
        </Trans>
      </p>
      {ownLanguage !== null && <OwnLanguageState language={ownLanguage} number={formats.number} />}
      <Stack gap="sm" mt="xs">
        <TextInput
          label={t`Name of the language`}
          description={t`In the language itself, for example Avañe’ẽ.`}
          maw={480}
          maxLength={MAX_LANGUAGE_NAME_LENGTH}
          value={typed.name}
          error={errorOf('name')}
          onChange={({ currentTarget: { value } }) => setTyped((before) => ({ ...before, name: value }))}
        />
        <TextInput
          label={t`Code of the language`}
          description={t`For example, gn. Add the country if numbers are written differently there, for example qu-BO. The code determines how numbers and plurals are written.`}
          maw={480}
          value={typed.tag}
          error={errorOf('tag')}
          onChange={({ currentTarget: { value } }) => setTyped((before) => ({ ...before, tag: value }))}
        />
        <Group gap="xs">
          <Button
            component="a"
            variant="default"
            href={buildEndpointPath(downloadLanguageTemplate, {})}
            download="relevo.po"
            leftSection={<IconDownload size={20} aria-hidden="true" />}
          >
            <Trans>Download texts to translate</Trans>
          </Button>
          <FileChooser
            accept=".po"
            label={t`File with translations`}
            loading={sending.busy}
            leftSection={<IconFileUpload size={20} aria-hidden="true" />}
            onChosen={(file) => void take(file)}
          >
            {ownLanguage === null ? <Trans>Upload translations</Trans> : <Trans>Replace translations</Trans>}
          </FileChooser>
          {ownLanguage !== null && (
            <DeleteButton loading={removing.busy} onClick={() => void remove()}>
              <Trans>Remove language</Trans>
            </DeleteButton>
          )}
        </Group>
      </Stack>
      <p role="alert" className="r-breaks">
        {problem !== null && field === undefined && problemText(problem)}
      </p>
    </div>
  )
}

type OwnLanguageStateProps = {
  readonly language: NonNullable<SettingsResponse['settings']['ownLanguage']>
  readonly number: (value: number) => string
}

/** How much is translated. */
function OwnLanguageState({ language, number }: OwnLanguageStateProps) {
  const { name } = language
  const [translated, total, ignored] = [language.translated, language.total, language.ignored].map(number)
  return (
    <p>
      <Trans>
        {name}: {translated} of {total} texts are translated.
      </Trans>{' '}
      {language.ignored > 0 && <Trans>Texts in the file that Relevo does not have: {ignored}.</Trans>}
    </p>
  )
}
