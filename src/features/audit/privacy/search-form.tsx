import { useEffect, useRef, useState, type FormEvent } from 'react'
import { Button, NativeSelect, Stack, TextInput } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { IDENTIFIER_KINDS, personIdentifierSchema, type PersonIdentifier } from '#domain/privacy/index.ts'

type SearchFormProps = { readonly busy: boolean; readonly onSearch: (person: PersonIdentifier) => void }

/** Kind and value of the identifier by which a person is found. */
export function PersonSearchForm({ busy, onSearch }: SearchFormProps) {
  const { t } = useLingui()
  const [kind, setKind] = useState<PersonIdentifier['kind']>('number')
  const [value, setValue] = useState('')
  const [isTried, setTried] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  // Sets the focus, because the link that opened this screen was removed.
  useEffect(() => input.current?.focus(), [])
  const names: Readonly<Record<PersonIdentifier['kind'], string>> = {
    number: t`ID or tax number`,
    email: t`E-mail address`,
    citizen: t`ID in the citizen registry`,
  }
  const fieldErrors: typeof names = {
    number: t`Enter a number with at least six digits.`,
    email: t`Enter a complete e-mail address.`,
    citizen: t`Enter the ID.`,
  }
  const parsed = personIdentifierSchema.safeParse({ kind, value })
  const search = (event: FormEvent): void => {
    event.preventDefault()
    setTried(!parsed.success)
    if (parsed.success) onSearch(parsed.data)
    else input.current?.focus()
  }
  return (
    <form onSubmit={search} noValidate role="search" aria-label={t`Find a person`}>
      <Stack gap="md" maw={420}>
        <NativeSelect
          label={t`Find by`}
          value={kind}
          data={IDENTIFIER_KINDS.map((one) => ({ value: one, label: names[one] }))}
          onChange={({ currentTarget }) => {
            setKind(IDENTIFIER_KINDS.find((one) => one === currentTarget.value) ?? 'number')
            setTried(false)
          }}
        />
        <TextInput
          ref={input}
          label={names[kind]}
          value={value}
          required
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          inputMode={kind === 'email' ? 'email' : 'text'}
          maxLength={254}
          error={isTried && !parsed.success ? fieldErrors[kind] : undefined}
          onChange={({ currentTarget }) => setValue(currentTarget.value)}
        />
        <Button type="submit" loading={busy}>
          <Trans>Find</Trans>
        </Button>
      </Stack>
    </form>
  )
}
