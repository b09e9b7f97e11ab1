import { visibleText } from '#domain/kernel/index.ts'
import { type FormEvent, useState } from 'react'
import { Button, TextInput } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import styles from './door.module.css'

/** What cannot be scanned: the number that is printed under the code, or what a scanner types into the field. */
export function TypeNumber({ onCode }: { readonly onCode: (text: string) => void }) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (visibleText(text) === '') return
    onCode(text)
    setText('')
  }
  return (
    <form noValidate className={`r-line ${styles['type']}`} onSubmit={submit}>
      <TextInput
        aria-label={t`Number of the ticket`}
        placeholder={t`Number of the ticket`}
        value={text}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Button type="submit" variant="default">
        <Trans>Check</Trans>
      </Button>
    </form>
  )
}
