import { setupI18n } from '@lingui/core'
import { expect, it } from 'vitest'
import { EDITOR_MESSAGES } from './problem-messages.ts'

it.each(['connector.incident-type-failed', 'connector.incident-type-exists'] as const)(
  '%s names the state that the type was for, and none where the form has one type',
  (code) => {
    const i18n = setupI18n({ locale: 'en', messages: { en: {} } })
    const message = (values?: Record<string, string>) => i18n._({ ...EDITOR_MESSAGES[code], ...(values && { values }) })
    expect(message()).toMatch(/^Error while creating incident\. The form was not saved/)
    expect(message({})).toBe(message())
    expect(message({ of: 'state', state: 'Aprobado' })).toMatch(
      /^Error while creating incident for the state “Aprobado”\. /,
    )
  },
)
