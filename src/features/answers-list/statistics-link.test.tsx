// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { buildPlainTemplate } from '#tests/support/builders/template.ts'
import { openScreen } from '#tests/support/screens/open-screen.tsx'
import type { ListFilters } from './filters/list-filters.ts'
import { StatisticsLink } from './form-links.tsx'

afterEach(cleanup)

async function linkFor(search: ListFilters, name: string): Promise<string | null> {
  const template = buildPlainTemplate()
  await openScreen({
    path: '/list',
    screen: () => <StatisticsLink template={template} search={search} />,
    role: 'ROLE_SUPERVISOR',
    areas: [],
    templates: [],
    profile: { areas: [...template.areas] },
  })
  return (await screen.findByRole('link', { name })).getAttribute('href')
}

it('takes every filter of the list along, the payment too', async () => {
  const href = await linkFor({ pago: 'pagado', autor: 'ines' }, 'Statistics')
  expect(href).toContain('pago=pagado')
  expect(href).toContain('autor=ines')
})

it('says where its figures cover more answers than the list', async () => {
  const href = await linkFor({ autor: 'ines', valores: 'a1.gt.5' }, 'Statistics (some filters do not apply)')
  expect(href).toContain('autor=ines')
  expect(href).not.toContain('valores')
})
