import { useEffect, useRef, useState } from 'react'
import { Button, Group, Stack } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { IconArrowLeft } from '@tabler/icons-react'
import { AdministrationTabs, Banner, LinkButton, Page, useProblemText } from '#ui/index.ts'
import type { ErasureResult } from './erase-dialog.tsx'
import { FoundRecords } from './found-records.tsx'
import { PersonSearchForm } from './search-form.tsx'
import { usePersonSearch } from './use-person-search.ts'

/** /auditoria#persona: finds, exports and erases what is stored about a person. */
export function PrivacyScreen() {
  const { t } = useLingui()
  const problemText = useProblemText()
  const { search, problem, isSearching, begin, stop, goOn } = usePersonSearch()
  const [result, setResult] = useState<ErasureResult | null>(null)
  const gone = new Set(result?.erased)
  const records = (search?.records ?? []).filter(({ id }) => !gone.has(id))
  const isComplete = !isSearching && problem === null && search !== null && search.next === undefined
  return (
    <Page
      title={t`Find or erase personal data`}
      back={
        <LinkButton to="/auditoria" variant="subtle" leftSection={<IconArrowLeft size={20} aria-hidden="true" />}>
          <Trans>Back to the audit log</Trans>
        </LinkButton>
      }
      subtitle={
        <Trans>
          Finds what is stored about a person in your municipality, to give it to them or to erase it at their request.
          Each search, download and erasure is recorded in the audit log.
        </Trans>
      }
    >
      <AdministrationTabs />
      <Stack gap="lg">
        <PersonSearchForm
          busy={isSearching}
          onSearch={(person) => {
            setResult(null)
            void begin(person)
          }}
        />
        <div role="status">
          {isSearching && (
            <Group gap="sm">
              <Plural
                value={records.length}
                _0="Searching…"
                one="Searching… # record found so far."
                other="Searching… # records found so far."
              />
              <Button variant="default" onClick={stop}>
                <Trans>Stop</Trans>
              </Button>
            </Group>
          )}
          {isComplete && (result === null || records.length > 0) && (
            <Plural
              value={records.length}
              _0="Nothing found. Everything was searched."
              one="# record found. Everything was searched."
              other="# records found. Everything was searched."
            />
          )}
        </div>
        {!isSearching && (problem !== null || search?.next !== undefined) && (
          <div role="alert">
            <Banner tone="attention">
              <Stack gap="sm" align="flex-start">
                {problem === null ? <Trans>The search was stopped before its end.</Trans> : problemText(problem)}
                <Button variant="default" onClick={() => void goOn()}>
                  {search === null ? <Trans>Try again</Trans> : <Trans>Continue the search</Trans>}
                </Button>
              </Stack>
            </Banner>
          </div>
        )}
        {result !== null && <ErasureNote result={result} />}
        {search !== null && (
          <FoundRecords
            key={search.proof}
            search={{ ...search, records, emails: result === null ? search.emails : 0 }}
            onErased={(more) => setResult({ erased: [...(result?.erased ?? []), ...more.erased], left: more.left })}
          />
        )}
      </Stack>
    </Page>
  )
}

function ErasureNote({ result: { erased, left } }: { readonly result: ErasureResult }) {
  const count = (why: ErasureResult['left'][number]['why']): number => left.filter((one) => one.why === why).length
  const note = useRef<HTMLDivElement>(null)
  // Restores the focus, because the button that opened the dialog is removed with the last record.
  useEffect(() => {
    if (document.activeElement === document.body) note.current?.focus()
  }, [erased])
  const [payment, held, missing] = [count('payment'), count('held'), count('missing')]
  return (
    <div role="status" ref={note} tabIndex={-1}>
      <Banner tone={left.length === 0 ? 'received' : 'attention'}>
        <Stack gap="xs">
          <Plural value={erased.length} one="# record erased." other="# records erased." />
          {payment > 0 && (
            <Plural
              value={payment}
              one="# record was kept because a payment, refund or delivery is still open. Erase it when that has ended."
              other="# records were kept because a payment, refund or delivery is still open. Erase them when that has ended."
            />
          )}
          {held > 0 && (
            <Plural
              value={held}
              one="# held answer is waiting for a decision. Decide on it first."
              other="# held answers are waiting for a decision. Decide on them first."
            />
          )}
          {missing > 0 && (
            <Plural
              value={missing}
              one="# record no longer exists or no longer names the person."
              other="# records no longer exist or no longer name the person."
            />
          )}
        </Stack>
      </Banner>
    </div>
  )
}
