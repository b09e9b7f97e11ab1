import { useState } from 'react'
import { Button, Stack, TextInput } from '@mantine/core'
import { IconFileDownload } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { findRecord, problemOf, type InputOf } from '#domain/api/index.ts'
import type { Problem } from '#domain/kernel/index.ts'
import { askBytes, Banner, Brand, download, Page, useProblemText, useSessionActions } from '#ui/index.ts'

/** Longer than any code that an answer has. */
const MAX_CODE_LENGTH = 64

type Lookup =
  | { readonly kind: 'asked' }
  | { readonly kind: 'busy' }
  | { readonly kind: 'found'; readonly address: string }
  | { readonly kind: 'failed'; readonly problem: Problem }

/** /actas/consultar: whoever has the code of a record gets its PDF, without an account. */
export function RecordLookupScreen() {
  const { t, i18n } = useLingui()
  const { ask } = useSessionActions()
  const [code, setCode] = useState('')
  const [lookup, setLookup] = useState<Lookup>({ kind: 'asked' })

  async function search(): Promise<void> {
    setLookup({ kind: 'busy' })
    const language = i18n.locale as NonNullable<InputOf<typeof findRecord>['body']['language']>
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    const found = await ask(findRecord, { body: { code, language, timeZone } })
    if (found.kind !== 'ok') return setLookup({ kind: 'failed', problem: problemOf(found) })
    const { downloadUrl } = found.value
    const record = await askBytes(downloadUrl)
    if (record === undefined) return setLookup({ kind: 'failed', problem: { code: 'pdf.failed' } })
    download(new Uint8Array(record), `${code.trim()}.pdf`, 'application/pdf')
    setLookup({ kind: 'found', address: downloadUrl })
  }

  return (
    <Page
      title={t`Look up a record`}
      subtitle={<Trans>Write the code that stands on the record, and download it as a PDF.</Trans>}
      back={<Brand />}
      width="narrow"
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (code.trim() !== '' && lookup.kind !== 'busy') void search()
        }}
      >
        <Stack gap="md" maw={420}>
          <TextInput
            label={t`Code`}
            value={code}
            maxLength={MAX_CODE_LENGTH}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            onChange={(event) => {
              setCode(event.currentTarget.value)
              setLookup({ kind: 'asked' })
            }}
          />
          <Button type="submit" loading={lookup.kind === 'busy'} disabled={code.trim() === ''}>
            <Trans>Search...</Trans>
          </Button>
          <div role="alert">{lookup.kind === 'failed' && <Failed problem={lookup.problem} />}</div>
          <div role="status">{lookup.kind === 'found' && <Found address={lookup.address} />}</div>
        </Stack>
      </form>
    </Page>
  )
}

/** It lies with the downloads; by a tap it opens, too. */
function Found({ address }: { readonly address: string }) {
  return (
    <Stack gap="sm">
      <Banner tone="received">
        <Trans>The record was downloaded correctly</Trans>
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
          <Trans>Open the record</Trans>
        </Button>
      </div>
    </Stack>
  )
}

function Failed({ problem }: { readonly problem: Problem }) {
  const textOf = useProblemText()
  return (
    <Banner tone="attention">
      {problem.code === 'record.missing' ? (
        textOf(problem)
      ) : (
        <>
          <Trans>An error occurred while downloading the record</Trans>. {textOf(problem)}
        </>
      )}
    </Banner>
  )
}
