import { visibleText } from '#domain/kernel/index.ts'
import { useId, useState, type FormEvent } from 'react'
import { Button, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { isRecipientNumber, RECIPIENT_NUMBERS, type RecipientNumber } from '#domain/answers/index.ts'
import { PageSection, useListAddress, type TurnedTo } from '#ui/index.ts'
import { RecipientFound } from './recipient-found.tsx'
import styles from './recipient-search.module.css'

/** As the address has it. */
type Sought = TurnedTo & { readonly tipo?: string; readonly numero?: string }

/** The search of the welcome page: by a number to a person or legal entity and the answers about them. */
export function RecipientSearch() {
  const { t } = useLingui()
  const { search, filter } = useListAddress<Sought>()
  const sought = soughtOf(search)
  const [kind, setKind] = useState<RecipientNumber | undefined>(sought?.kind)
  const [typed, setTyped] = useState(sought?.number ?? '')
  const [refused, setRefused] = useState(false)
  const group = useId()
  const names: Readonly<Record<RecipientNumber, string>> = { dni: t`DNI/ID`, cuit: t`CUIT/RUC` }

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (kind === undefined) return
    const valid = isRecipientNumber(kind, typed)
    setRefused(!valid)
    if (valid) filter({ tipo: kind, numero: typed.trim() })
  }

  return (
    <PageSection title={t`Search for a recipient`}>
      <search>
        <form className={`r-row r-gap-x-16 r-top ${styles['form']}`} onSubmit={submit}>
          <div
            role="radiogroup"
            aria-label={t`Kind of number`}
            className={`r-line r-gap-4 r-gap-x-16 ${styles['kinds']}`}
          >
            {RECIPIENT_NUMBERS.map((one) => (
              <label key={one} className="r-line r-middle r-target">
                <input
                  type="radio"
                  name={group}
                  checked={kind === one}
                  onChange={() => {
                    setKind(one)
                    setRefused(false)
                  }}
                />
                {names[one]}
              </label>
            ))}
          </div>
          <TextInput
            label={t`Number`}
            className={styles['number'] ?? ''}
            autoComplete="off"
            maxLength={32}
            value={typed}
            error={refused && t`Invalid value`}
            onChange={(event) => {
              setTyped(event.currentTarget.value)
              setRefused(false)
            }}
          />
          <Button
            type="submit"
            disabled={kind === undefined || visibleText(typed) === ''}
            leftSection={<IconSearch size={20} aria-hidden="true" />}
          >
            <Trans>Search</Trans>
          </Button>
        </form>
      </search>
      {sought !== null && <RecipientFound {...sought} after={search.despues} before={search.antes} />}
    </PageSection>
  )
}

/** What an address says that can be searched for; anybody can send anybody an address. */
function soughtOf({ tipo, numero = '' }: Sought): { readonly kind: RecipientNumber; readonly number: string } | null {
  const kind = RECIPIENT_NUMBERS.find((one) => one === tipo)
  return kind !== undefined && isRecipientNumber(kind, numero) ? { kind, number: numero } : null
}
