import { useState } from 'react'
import { useLocation } from '@tanstack/react-router'
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { IconFileDownload } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { findRecord } from '#domain/exports/index.ts'
import { toProblem } from '#domain/endpoints/index.ts'
import { parseRecordCode } from '#domain/codes/index.ts'
import { PDF_CODE_ID_LENGTH, type Problem } from '#domain/kernel/index.ts'
import {
  fetchFileBytes,
  Banner,
  Brand,
  LanguagePicker,
  downloadFile,
  Page,
  useProblemText,
  useSessionActions,
  chooseLanguage,
} from '#ui/index.ts'

/** Maximum characters of the field. All codes are shorter. */
const MAX_CODE_LENGTH = 64

type Lookup =
  | { readonly kind: 'asked' }
  | { readonly kind: 'busy' }
  | { readonly kind: 'found'; readonly address: string }
  | { readonly kind: 'failed'; readonly problem: Problem }

/** /actas/consultar: gives anyone with a record's code its PDF, without an account. */
export function RecordLookupScreen() {
  const { t, i18n } = useLingui()
  const { ask } = useSessionActions()
  const { hash } = useLocation()
  const [typed, setTyped] = useState(() => hash.slice(0, MAX_CODE_LENGTH))
  const [start, setStart] = useState('')
  const [lookup, setLookup] = useState<Lookup>({ kind: 'asked' })

  const names = parseRecordCode(typed)
  const mayBeCode = names.some(({ kind }) => kind === 'code')
  const isMissing = lookup.kind === 'failed' && lookup.problem.code === 'record.missing'
  // Codes are sequential and can be guessed, so the start of the reference is required as well. Not required if the
  // text may be a complete download code, which contains the reference's start.
  const asksReferenceStart = mayBeCode && (names.length === 1 || isMissing || start !== '')
  const code = asksReferenceStart ? `${readReferenceStart(start)}${typed.trim()}` : typed
  const isWhole =
    typed.trim() !== '' && (!asksReferenceStart || readReferenceStart(start).length === PDF_CODE_ID_LENGTH)

  function change(set: (value: string) => void, value: string): void {
    set(value)
    setLookup({ kind: 'asked' })
  }

  async function search(): Promise<void> {
    setLookup({ kind: 'busy' })
    const language = chooseLanguage(i18n.locale)
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    const outcome = await ask(findRecord, { body: { code, language, timeZone } })
    if (outcome.kind !== 'ok') return setLookup({ kind: 'failed', problem: toProblem(outcome) })
    const { downloadUrl } = outcome.value
    const record = await fetchFileBytes(downloadUrl)
    if (record === undefined) return setLookup({ kind: 'failed', problem: { code: 'pdf.failed' } })
    downloadFile(new Uint8Array(record), `${code.trim()}.pdf`, 'application/pdf')
    setLookup({ kind: 'found', address: downloadUrl })
  }

  return (
    <Page
      title={t`Look up a record`}
      subtitle={<Trans>Enter the code shown on the record to download it as a PDF.</Trans>}
      back={
        <Group justify="space-between" wrap="nowrap" pb="lg">
          <Brand />
          <LanguagePicker />
        </Group>
      }
      width="narrow"
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (isWhole && lookup.kind !== 'busy') void search()
        }}
      >
        <Stack gap="md" maw={420}>
          <TextInput
            label={t`Code`}
            description={t`The code, download code, reference or electronic signature. Capital or small letters make no difference.`}
            value={typed}
            maxLength={MAX_CODE_LENGTH}
            {...AS_TYPED}
            onChange={(event) => change(setTyped, event.currentTarget.value)}
          />
          {asksReferenceStart && (
            <TextInput
              label={t`First three characters of the reference or electronic signature`}
              description={t`Codes are consecutive and easy to guess, so we ask for more information.`}
              value={start}
              maxLength={MAX_CODE_LENGTH}
              {...AS_TYPED}
              onChange={(event) => change(setStart, event.currentTarget.value)}
            />
          )}
          <Button type="submit" className="r-close" loading={lookup.kind === 'busy'} disabled={!isWhole}>
            {/* The context allows a different Spanish text: the specification quotes this button with dots. */}
            <Trans context="look-up">Search</Trans>
          </Button>
          <div role="alert">{lookup.kind === 'failed' && <LookupFailure problem={lookup.problem} />}</div>
          <div role="status">{lookup.kind === 'found' && <FoundRecords address={lookup.address} />}</div>
        </Stack>
      </form>
    </Page>
  )
}

const AS_TYPED = { autoComplete: 'off', autoCapitalize: 'characters', spellCheck: false } as const

/** The start of a reference. Users may also enter the whole reference. */
function readReferenceStart(typed: string): string {
  return typed.replaceAll(/[-\s]/g, '').slice(0, PDF_CODE_ID_LENGTH)
}

/** Confirms that the PDF was downloaded, with a link to open it. */
function FoundRecords({ address }: { readonly address: string }) {
  return (
    <Stack gap="sm">
      <Banner tone="received">
        <Trans>The record was downloaded</Trans>
      </Banner>
      <div>
        <Button
          component="a"
          href={address}
          target="_blank"
          rel="noopener"
          variant="default"
          leftSection={<IconFileDownload size={20} aria-hidden="true" />}
        >
          <Trans>Open record</Trans>
        </Button>
      </div>
    </Stack>
  )
}

function LookupFailure({ problem }: { readonly problem: Problem }) {
  const problemText = useProblemText()
  return (
    <Banner tone="attention">
      {problem.code === 'record.missing' ? (
        problemText(problem)
      ) : (
        <>
          <Trans>The record could not be downloaded</Trans>. {problemText(problem)}
        </>
      )}
    </Banner>
  )
}
