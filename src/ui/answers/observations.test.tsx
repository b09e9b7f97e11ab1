// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { MantineProvider } from '@mantine/core'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { afterEach, expect, it } from 'vitest'
import type { Answer } from '#domain/answers/index.ts'
import { RequestBadge } from './observations.tsx'

afterEach(cleanup)

const NOTHING = { answers: [], images: [], documents: [], sections: [] }
const CHANGES = { ...NOTHING, answers: [{ seccion: 0, pregunta: 0 }] }

it.each([
  ['To correct', 'In review', { needCompletition: true, changesRequested: CHANGES }],
  ['Under review', 'To correct', { needCompletition: false, changesRequested: CHANGES }],
  ['Closed', 'Approved', { needCompletition: false, changesRequested: NOTHING }],
] as const)('a citizen reads "%s" where staff read "%s"', (citizen, staff, request) => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  const answer = { requestsForChanges: [request] } as unknown as Answer
  const read = (to: 'citizen' | 'staff') =>
    render(
      <I18nProvider i18n={i18n}>
        <MantineProvider env="test">
          <RequestBadge answer={answer} to={to} />
        </MantineProvider>
      </I18nProvider>,
    ).container.querySelector('[data-tone]')?.textContent
  expect([read('citizen'), read('staff')]).toEqual([citizen, staff])
})
