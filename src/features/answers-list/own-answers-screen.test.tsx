// @vitest-environment jsdom
import { openScreen } from '#tests/support/screens/open-screen.tsx'
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { SyncedArea } from '#domain/sync/index.ts'
import { saveAnswer } from '#local/index.ts'
import { buildPlainSubmit } from '#tests/support/builders/submit.ts'
import { AREA, buildPlainTemplate } from '#tests/support/builders/template.ts'
import { OwnAnswersScreen } from './own-answers-screen.tsx'

afterEach(cleanup)

const AREAS = [
  { path: AREA, nombre: 'Inspección', municipio: 'Villa Serena', provincia: 'Córdoba', pais: 'Argentina' },
] as readonly SyncedArea[]
const SCREEN = { path: '/misRespuestas/$id', screen: OwnAnswersScreen, role: 'ROLE_INSPECTOR', areas: AREAS } as const

describe('own answers', () => {
  it('are shown without a network, seven a page', async () => {
    const template = buildPlainTemplate()
    const { local, asked } = await openScreen({
      ...SCREEN,
      templates: [template],
      address: `/misRespuestas/${template.id}`,
    })
    await screen.findByText('There are no answers available.')
    await act(async () => {
      for (let seed = 1; seed <= 8; seed += 1)
        expect((await saveAnswer(local, { mutation: buildPlainSubmit(seed) })).ok).toBe(true)
    })
    await screen.findByText('Page 1 of 2')
    expect(screen.getAllByRole('rowheader')).toHaveLength(7)
    expect(asked).toEqual([])
  })

  it('of a form that this account does not know are not there', async () => {
    await openScreen({ ...SCREEN, templates: [], address: '/misRespuestas/otro' })
    await screen.findByRole('alert')
    expect(screen.queryByText('There are no answers available.')).toBeNull()
  })
})
