// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { RunningExport } from '#documents/index.ts'
import type { Role } from '#domain/users/index.ts'
import { ok, templateIdSchema } from '#domain/kernel/index.ts'
import { EMPTY_ANSWER_FILTER } from '#domain/answers/index.ts'
import { openScreen, type SentRequest } from '#tests/support/screens/open-screen.tsx'
import { ExportAnswersButton } from './export-answers.tsx'

/** The worker has its own test and is tested in a browser: here only its request is checked. */
const { opened } = vi.hoisted(() => ({ opened: vi.fn() }))
vi.mock('#documents/index.ts', () => ({
  openExport: (...setting: unknown[]): RunningExport => {
    opened(...setting)
    return {
      add: async () => ok(undefined),
      finish: async () => ok({ kind: 'file', file: new Blob(['x'], { type: 'text/csv' }) }),
      end: () => {},
    }
  },
}))

const saved: string[] = []
vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} }))
HTMLAnchorElement.prototype.click = function click() {
  saved.push(this.download)
}
afterEach(() => {
  cleanup()
  saved.length = 0
})

const BATCH = { status: 'ok', answers: [], lastDoc: null, total: 0, hidden: 0, versions: [] }
const nota = templateIdSchema.parse('nota')

async function open(answer: (asked: SentRequest) => Response | undefined, code = '', role: Role = 'ROLE_SUPERVISOR') {
  const asked = { bodies: [] as unknown[] }
  await openScreen({
    path: '/respuestas',
    screen: () => (
      <ExportAnswersButton
        template={nota}
        filter={{ ...EMPTY_ANSWER_FILTER, municipalityCodeId: code }}
        narrowed={code !== ''}
      />
    ),
    role,
    areas: [],
    templates: [],
    answer: (one) => {
      if (one.path.endsWith('/generateCsv')) asked.bodies.push(one.body)
      return answer(one)
    },
  })
  return asked
}
async function begin() {
  fireEvent.click(await screen.findByRole('button', { name: 'Export' }))
  const dialog = await screen.findByRole('dialog', { name: 'Export answers' })
  fireEvent.click(await within(dialog).findByRole('button', { name: 'Export' }))
  return dialog
}

describe('the export of a list', () => {
  it('asks for what the list is narrowed to, and says that nothing was found', async () => {
    const asked = await open(() => Response.json({ result: BATCH }), 'VIS7')
    const dialog = await begin()
    expect(await within(dialog).findByRole('alert')).toHaveProperty('textContent', 'No results were found')
    expect(asked.bodies).toEqual([
      {
        data: {
          formData: { id: 'nota' },
          lastDoc: null,
          sections: [],
          filters: { ...EMPTY_ANSWER_FILTER, municipalityCodeId: 'VIS7' },
        },
      },
    ])
    expect(saved).toEqual([])
  })

  it('is refused without a network, in the words of a lost connection', async () => {
    await open(() => undefined)
    const dialog = await begin()
    const alert = await within(dialog).findByRole('alert')
    expect(alert.textContent).toContain('Cannot reach the server')
    expect(within(dialog).getByRole('button', { name: 'Try again' })).toBeTruthy()
  })

  it('continues automatically after a lost connection, and asks not to close the page', async () => {
    let first = true
    await open(() => {
      if (!first) return undefined
      first = false
      return Response.json({ result: { ...BATCH, lastDoc: 'next', total: 2 } })
    })
    const dialog = await begin()
    await within(dialog).findByText(
      'Could not connect to the server. Keep this page open: the export continues automatically when the connection is back.',
    )
  })

  it('says in the words of the specification that it failed, and why', async () => {
    await open(() => Response.json({ error: { code: 'access.forbidden' } }, { status: 403 }))
    const dialog = await begin()
    const alert = await within(dialog).findByRole('alert')
    expect(alert.textContent).toContain('The file could not be generated. Go back and open the list again.')
  })

  it.each<Role>(['ROLE_GENERADOR'])('is not offered to %s, who reads no answers', async (role) => {
    await open(() => undefined, '', role)
    expect(screen.queryByRole('button', { name: 'Export' })).toBeNull()
  })
})
