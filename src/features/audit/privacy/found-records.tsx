import { useState } from 'react'
import { Button, Checkbox, Group, Stack } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { toProblem } from '#domain/endpoints/index.ts'
import type { AnswerId } from '#domain/kernel/index.ts'
import {
  formatExportedRecords,
  exportPerson,
  MAX_EXPORTED_PER_REQUEST,
  type ExportedRecord,
  type PersonRecordListItem,
} from '#domain/privacy/index.ts'
import { normaliseForSearch } from '#domain/search/index.ts'
import {
  AnswerCode,
  Banner,
  downloadFile,
  ListTable,
  useEndpointCall,
  useFormats,
  useProblemText,
  type Column,
} from '#ui/index.ts'
import { EraseDialog, type ErasureResult } from './erase-dialog.tsx'
import type { PersonSearch } from './use-person-search.ts'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'

type FoundRecordsProps = { readonly search: PersonSearch; readonly onErased: (result: ErasureResult) => void }

/** The records found for a person, with a selection to download or erase. */
export function FoundRecords({ search, onErased }: FoundRecordsProps) {
  const { t } = useLingui()
  const formats = useFormats()
  const problemText = useProblemText()
  const { act, busy } = useEndpointCall(exportPerson)
  const [choices, setChoices] = useState<ReadonlyMap<AnswerId, boolean>>(new Map())
  const [isErasing, setErasing] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const { person, records, account, emails, proof } = search
  const names = person.kind === 'email' ? listNames(records) : []
  const isShared = names.length > 1
  // Not selected at first: records that only mention the person, and all records if several names share the e-mail
  // address.
  const isChosen = ({ id, as }: PersonRecordListItem): boolean => choices.get(id) ?? (as !== 'content' && !isShared)
  const chosen = records.filter(isChosen).map(({ id }) => id)
  const kinds: Readonly<Record<PersonRecordListItem['kind'], string>> = {
    answer: t`Answer`,
    deleted: t`Deleted answer`,
    held: t`Held answer`,
    order: t`Payment without its answer`,
  }
  const ways: Readonly<Record<PersonRecordListItem['as'], string>> = {
    citizen: t`Citizen of the answer`,
    payer: t`Payer`,
    content: t`Mentioned in a text, perhaps with other people`,
  }

  async function download(): Promise<void> {
    setFailure(null)
    const all: ExportedRecord[] = []
    for (let start = 0; start < chosen.length; start += MAX_EXPORTED_PER_REQUEST) {
      const ids = chosen.slice(start, start + MAX_EXPORTED_PER_REQUEST)
      const outcome = await act({ body: { person, ids } })
      if (outcome.kind !== 'ok') return setFailure(problemText(toProblem(outcome)))
      all.push(...outcome.value.records)
    }
    downloadFile(JSON.stringify(all, null, 2), `${t`person`}.json`, 'application/json')
    downloadFile(formatExportedRecords(all), `${t`person`}.txt`, 'text/plain;charset=utf-8')
  }

  const columns: readonly Column<PersonRecordListItem>[] = [
    {
      head: t`Answer`,
      key: 'answer',
      by: ({ code }) => code,
      cell: (record) => (
        <Checkbox
          checked={isChosen(record)}
          onChange={() => setChoices(new Map([...choices, [record.id, !isChosen(record)]]))}
          label={<AnswerCode id={record.id} code={record.code} />}
        />
      ),
    },
    { head: t`Form`, key: 'form', by: ({ title }) => title, cell: ({ title }) => title },
    {
      head: t`Name`,
      key: 'name',
      by: ({ name }) => name,
      card: 'named',
      cell: ({ name }) => (name === '' ? '–' : name),
    },
    { head: t`The person is`, key: 'as', by: ({ as }) => ways[as], card: 'named', cell: ({ as }) => ways[as] },
    { head: t`Kind`, key: 'kind', by: ({ kind }) => kinds[kind], card: 'named', cell: ({ kind }) => kinds[kind] },
    { head: t`Date`, key: 'at', by: ({ at }) => at, card: 'named', cell: ({ at }) => formats.dateTime(at) },
    {
      head: t`Payment`,
      key: 'payment',
      card: 'named',
      cell: ({ hasPayment }) => (hasPayment ? t`Kept without personal data` : '–'),
    },
  ]
  return (
    <Stack gap="md">
      {account !== undefined && (
        <Banner tone="quiet">
          <Trans>
            This address belongs to the staff account {account.userMuniCore}. Deactivate it under Users; the name on
            official records is kept.
          </Trans>
        </Banner>
      )}
      {emails > 0 && (
        <span>
          <Plural
            value={emails}
            one="# unsent e-mail to this address. It is deleted with the records."
            other="# unsent e-mails to this address. They are deleted with the records."
          />
        </span>
      )}
      {records.length > 0 && (
        <>
          {isShared && (
            <Banner tone="attention">
              <Trans>
                Several people use this address: {names.join(', ')}. Choose only the records of the person who asked.
              </Trans>
            </Banner>
          )}
          <ListTable
            label={t`Records of the person`}
            name="records"
            columns={columns}
            items={records}
            all={records}
            keyOf={({ id }) => id}
          />
          <Group gap="sm">
            <Button variant="default" disabled={chosen.length === 0} loading={busy} onClick={() => void download()}>
              <Trans>Download the chosen data</Trans>
            </Button>
            <Button color="var(--r-attention)" disabled={chosen.length === 0} onClick={() => setErasing(true)}>
              <Trans>Erase the chosen data…</Trans>
            </Button>
          </Group>
        </>
      )}
      {failure !== null && (
        <div role="alert">
          <Banner tone="attention">{failure}</Banner>
        </div>
      )}
      <span className="r-note r-soft">
        <Trans>
          In the audit log this person appears as <span className="r-code">{proof.slice(0, SHOWN_DIGITS)}…</span>
        </Trans>
      </span>
      {isErasing && <EraseDialog person={person} ids={chosen} onErased={onErased} onClose={() => setErasing(false)} />}
    </Stack>
  )
}
const SHOWN_DIGITS = 12

/** Names in the records, without names that differ only in case, accents or spaces. */
function listNames(records: readonly PersonRecordListItem[]): readonly string[] {
  const given = records.filter(({ name }) => name !== '')
  return [...new Map(given.map(({ name }) => [normaliseForSearch(name).replaceAll(/\s+/g, ' '), name])).values()]
}
