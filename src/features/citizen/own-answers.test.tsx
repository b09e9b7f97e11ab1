// @vitest-environment jsdom
import { openScreen } from '#tests/support/screens/open-screen.tsx'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { toInstant } from '#domain/kernel/index.ts'
import { buildPlainSubmit } from '#tests/support/builders/submit.ts'
import { OwnAnswers } from './own-answers.tsx'

afterEach(cleanup)

const idOf = (seed: number) => buildPlainSubmit(seed).answer
const at = toInstant(Date.UTC(2026, 10, 1))
const NAMED = { titulo: 'Luces', tituloAlternativeLanguage_en: 'Lights', fechaCreacion: at }
const LINE = { id: idOf(1), ...NAMED, codigoMunicipio: 'VIS7', lastUpdate: at, estado: null, status: 'review' }
const HELD = { id: idOf(2), ...NAMED, reason: { code: 'answer.already-answered' }, discarded: null }
const go = vi.fn()
const open = (reply: object) =>
  openScreen({
    path: '/ciudadano/formularios/respuestas',
    screen: () => (
      <main id="main" tabIndex={-1}>
        <OwnAnswers go={go} />
      </main>
    ),
    role: 'ROLE_SUPERVISOR',
    areas: [],
    templates: [],
    answer: () => Response.json({ answers: [], held: [], more: false, ...reply }),
  })

describe("a citizen's own answers", () => {
  it('are named in the reader’s language, with what to do next', async () => {
    await open({ answers: [LINE] })
    await screen.findByRole('heading', { name: 'Lights' })
    fireEvent.click(screen.getByRole('button', { name: 'Correct' }))
    expect(go).toHaveBeenCalledWith({ kind: 'revision', answer: LINE.id })
  })

  it('say of those that are held why, and of those that stay out in whose words', async () => {
    await open({ held: [HELD, { ...HELD, id: idOf(3), discarded: 'ya respondió' }] })
    const [held, out] = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent)
    expect(held).toMatch(/Lights.*Held for a decision.*A person decides about it\./)
    expect(out).toMatch(/Discarded.*ya respondió/)
    // A message of another screen may stand beside.
    expect(within(screen.getByRole('main')).queryByRole('button')).toBeNull()
  })

  it('say that there are none only where nothing is held, either', async () => {
    await open({})
    await screen.findByText('There are no answers available.')
  })
})
