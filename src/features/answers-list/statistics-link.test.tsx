// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { buildPlainTemplate } from '#tests/support/builders/template.ts'
import { openScreen } from '#tests/support/screens/open-screen.tsx'
import { StatisticsLink } from './form-links.tsx'

afterEach(cleanup)

it('takes every filter of the list along, the payment too', async () => {
  const template = buildPlainTemplate()
  await openScreen({
    path: '/list',
    screen: () => <StatisticsLink template={template} search={{ pago: 'pagado', autor: 'ines' }} />,
    role: 'ROLE_SUPERVISOR',
    areas: [],
    templates: [],
    profile: { areas: [...template.areas] },
  })
  const href = (await screen.findByRole('link', { name: 'Statistics' })).getAttribute('href')
  expect(href).toContain('pago=pagado')
  expect(href).toContain('autor=ines')
})
