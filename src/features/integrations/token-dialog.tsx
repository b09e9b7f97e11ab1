import { visibleText } from '#domain/kernel/index.ts'
import { useState } from 'react'
import { NativeSelect, TextInput } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import {
  createToken,
  API_SCOPES,
  type ApiScope,
  type Narrowing,
  TOKEN_DAYS,
  type Integrations,
} from '#domain/integrations/index.ts'
import { problemOf } from '#domain/endpoints/index.ts'
import { FormDialog, useConfirmedAct, useProblemText } from '#ui/index.ts'
import { Choices, NarrowingFields } from './narrowing-fields.tsx'
import { useScopeNames } from './use-scope-names.ts'

type TokenDialogProps = {
  readonly id: string
  readonly integrations: Integrations
  readonly onMade: (made: { readonly name: string; readonly text: string }) => void
  readonly onClose: () => void
}

const SPANS = [30, TOKEN_DAYS.usual, 180, TOKEN_DAYS.most]

/** A new token: what it is for, what it reads, of which areas and forms, and for how long. */
export function TokenDialog({ id, integrations, onMade, onClose }: TokenDialogProps) {
  const { t } = useLingui()
  const textOf = useProblemText()
  const names = useScopeNames()
  const { act, busy, dialog } = useConfirmedAct(createToken)
  const [name, setName] = useState('')
  // Answering in a user's name is more than reading: it has to be chosen.
  const [scopes, setScopes] = useState<readonly ApiScope[]>(API_SCOPES.filter((scope) => scope !== 'embed'))
  const [narrowing, setNarrowing] = useState<Narrowing>({ areas: [], forms: [] })
  const [days, setDays] = useState<number>(TOKEN_DAYS.usual)
  const [failure, setFailure] = useState<string | null>(null)

  async function make(): Promise<void> {
    if (visibleText(name) === '') return setFailure(t`Write what the token is for.`)
    if (scopes.length === 0) return setFailure(t`Check what it may read.`)
    setFailure(null)
    const done = await act({ id, body: { name, scopes: [...scopes], days, ...narrowing } })
    if (done.kind !== 'ok') return setFailure(textOf(problemOf(done)))
    onMade({ name: done.value.token.name, text: done.value.text })
  }

  return (
    <FormDialog
      title={t`Make a token`}
      submit={<Trans>Make</Trans>}
      busy={busy}
      failure={failure}
      onSubmit={() => void make()}
      onClose={onClose}
    >
      <TextInput
        label={t`What it is for`}
        description={t`The system that will use it, as you will look for it in this list`}
        required
        maxLength={100}
        data-autofocus
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Choices
        label={t`What it reads`}
        choices={API_SCOPES.map((scope) => [scope, names[scope]])}
        value={scopes}
        onChange={(chosen) => setScopes(API_SCOPES.filter((scope) => chosen.includes(scope)))}
      />
      <NarrowingFields of={integrations} value={narrowing} onChange={setNarrowing} />
      <NativeSelect
        label={t`Good for`}
        value={String(days)}
        onChange={({ currentTarget }) => setDays(Number(currentTarget.value))}
      >
        {SPANS.map((span) => (
          <option key={span} value={span}>
            <Plural value={span} one="# day" other="# days" />
          </option>
        ))}
      </NativeSelect>
      {dialog}
    </FormDialog>
  )
}
