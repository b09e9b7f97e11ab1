// @vitest-environment jsdom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { renderHook } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { startTranslations, withMessages } from '#ui/index.ts'
import { useLanguageName } from './use-language-name.ts'

afterEach(() => localStorage.clear())

it.each([
  ['en', 'Other'],
  ['es', 'Otro'],
])('“Other” is no language and has a name in that of whoever reads: %s', async (language, other) => {
  localStorage.setItem('relevo.language', language)
  await startTranslations()
  await withMessages('form-editor', Promise.resolve())
  const { result } = renderHook(useLanguageName, {
    wrapper: ({ children }) => <I18nProvider i18n={i18n}>{children}</I18nProvider>,
  })
  expect([result.current('ot'), result.current('ca'), result.current('xx')]).toEqual([other, 'Català', 'xx'])
})
