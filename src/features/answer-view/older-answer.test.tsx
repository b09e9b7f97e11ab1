// @vitest-environment jsdom
import { openScreen } from '#tests/support/screens/open-screen.tsx'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { composeAnswer } from '#domain/answering/index.ts'
import { summariseOlderAnswer } from '#domain/answers/index.ts'
import { listOlderAnswers, loadAnswer, type Local } from '#local/index.ts'
import { buildPlainSubmit } from '#tests/support/builders/submit.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { AREA, BEFORE, buildPlainTemplate, NOW } from '#tests/support/builders/template.ts'
import { AUTHOR_PROFILE } from '#tests/support/device/profile.ts'
import { AnswerViewScreen } from './answer-view-screen.tsx'
import { receivePage } from '#tests/support/device/pages.ts'

afterEach(cleanup)

const template = buildPlainTemplate()
const author = { ...buildUser('ines'), id: AUTHOR_PROFILE.id }
const answer = composeAnswer(template, buildPlainSubmit(1, 'A leaking pipe'), { code: 'VIS1', now: BEFORE, author })
const AREAS = [{ path: AREA, nombre: 'Inspección', municipio: 'Villa Serena', provincia: 'Córdoba', pais: 'Argentina' }]

/** A device with a summary of the answer, and a server that is reachable or not. */
function open(reachable: () => boolean) {
  const page = { cursor: 'c2', scope: 's', reset: false, more: false, templates: [], goneTemplates: [], answers: [] }
  const olderAnswers = [summariseOlderAnswer(answer)]
  const fill = (local: Local) => receivePage(local, { ...page, serverTime: NOW, goneAnswers: [], olderAnswers })
  return openScreen({
    path: '/ver/$id',
    screen: AnswerViewScreen,
    role: 'ROLE_INSPECTOR',
    areas: AREAS,
    templates: [template],
    address: `/ver/${answer.id}`,
    fill,
    answer: () => (reachable() ? Response.json({ answer }) : undefined),
  })
}

describe('an answer of long ago', () => {
  it('is fetched when it is opened, and from then on it is on the device', async () => {
    const { local } = await open(() => true)
    await screen.findByText('A leaking pipe')
    await waitFor(async () => expect((await loadAnswer(local, answer.id))?.answer).toEqual(answer))
    expect(await listOlderAnswers(local, template.id)).toEqual([])
  })

  it('is said not to be on this device without a connection, and comes with one', async () => {
    let reachable = false
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    await open(() => reachable)
    await screen.findByText(/This answer is not stored on this device/)
    online.mockRestore()
    reachable = true
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText('A leaking pipe')
  })
})

describe('a deleted answer', () => {
  const deleted = {
    id: answer.id,
    idPlantilla: answer.idPlantilla,
    titulo: 'Nota',
    codigoMunicipio: 'VIS1',
    areaInfo: { nombre: 'Inspección' },
    municipioInfo: { nombre: 'Villa Serena' },
    by: { email: 'ines@relevo.example', username: 'ines' },
    name: 'Inés Quiroga',
    at: BEFORE,
    until: '2026-12-20T12:00:00.000Z',
  }
  const openDeleted = (role: 'ROLE_SUPERVISOR_ELEVADO' | 'ROLE_INSPECTOR') =>
    openScreen({
      path: '/ver/$id',
      screen: AnswerViewScreen,
      role,
      areas: AREAS,
      templates: [template],
      address: `/ver/${answer.id}`,
      answer: ({ path }) =>
        path === `/api/deleted/${answer.id}`
          ? Response.json({ deleted, answer })
          : Response.json({ error: { code: 'answer.missing' } }, { status: 404 }),
    })

  it('is shown to who may restore it, with who deleted it and nothing to change it with', async () => {
    await openDeleted('ROLE_SUPERVISOR_ELEVADO')
    await screen.findAllByText('A leaking pipe')
    screen.getByText(/^Inés Quiroga deleted this answer on .*It can be restored until 20\/12\/2026\.$/)
    const restore = screen.getByRole('link', { name: 'Restore it from the list' })
    expect(restore.getAttribute('href')).toBe('/supervision/eliminadas?buscar=VIS1')
    for (const act of ['Correct', 'Delete', 'Print']) expect(screen.queryByText(act)).toBeNull()
  })

  it('is missing for everyone else', async () => {
    const { asked } = await openDeleted('ROLE_INSPECTOR')
    await screen.findByText(/This answer may have been deleted/)
    expect(asked.map(({ path }) => path)).not.toContain(`/api/deleted/${answer.id}`)
  })
})
