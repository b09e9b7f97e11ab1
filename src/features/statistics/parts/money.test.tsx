// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { toInstant } from '#domain/kernel/index.ts'
import type { MoneyStatistics } from '#domain/statistics/index.ts'
import { mediaThat } from '#tests/support/what-jsdom-lacks.ts'
import { MoneyPart } from './money.tsx'

afterEach(cleanup)

it.each([
  [
    'there is none',
    false,
    'No money was received or returned in this period. Test payments do not count. Money received or refunded after the closing of a day counts on the next open day. ',
  ],
  ['it is masked', true, 'This form hides small counts, so its money is only in the closings.'],
])('says why it shows no money: %s', (_, masked, text) => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  vi.stubGlobal('matchMedia', mediaThat(false))
  const value: MoneyStatistics = { at: toInstant(0), timeZone: 'America/Lima', masked, currencies: [] }
  const loadable = { kind: 'here', value, at: 0, problem: null } as never
  render(
    <I18nProvider i18n={i18n}>
      <MantineProvider env="test">
        <MoneyPart loadable={loadable} retry={() => undefined} isMissing={false} />
      </MantineProvider>
    </I18nProvider>,
  )
  expect(screen.getByRole('region', { name: 'Money' }).textContent).toBe(`Money${text}`)
})
