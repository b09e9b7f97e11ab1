// @vitest-environment jsdom
import { openScreen, type SentRequest } from '#tests/support/screens/open-screen.tsx'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { FormTemplate } from '#domain/templates/index.ts'
import { toInstant } from '#domain/kernel/index.ts'
import type { StoredDeviceReport } from '#domain/devices/index.ts'
import { buildReport } from '#tests/support/builders/report.ts'
import { buildPlainSubmit } from '#tests/support/builders/submit.ts'
import { AREA, buildTemplate, MUNICIPALITY, NOW } from '#tests/support/builders/template.ts'
import { FailedJobsScreen } from './failed-jobs-screen.tsx'
import { DevicesScreen } from './fleet-screen.tsx'
import { SupervisionStart } from './supervision-start.tsx'
import { UnsettledScreen } from './unsettled-screen.tsx'

afterEach(cleanup)

const at = (time: string) => toInstant(Date.parse(`2026-11-20T${time}.000Z`))
const LINE: Omit<StoredDeviceReport, 'userId' | 'municipalityPath'> & Record<string, unknown> = {
  ...buildReport(),
  userId: 'ines',
  name: 'Inés Quiroga',
  email: 'ines@relevo.example',
  areas: [AREA],
  municipalityPath: MUNICIPALITY,
  seenAt: NOW,
  clearUntil: at('15:29:30'),
}

async function openFleet(devices: readonly object[], complete = true): Promise<void> {
  const answer = () => Response.json({ serverTime: NOW, devices, complete })
  await openScreen({
    path: '/supervision/dispositivos',
    screen: DevicesScreen,
    role: 'ROLE_SUPERVISOR',
    areas: [],
    templates: [],
    answer,
  })
  await screen.findByRole('table', { name: 'Devices' })
}

describe('the devices of a municipality', () => {
  it('prove together up to when everything has arrived, as far as the weakest of them', async () => {
    const holding = {
      ...LINE,
      device: 'E'.repeat(26),
      name: 'Pablo',
      queued: 2,
      waitingBytes: 2_000_000,
      oldest: at('11:30:00'),
      clearUntil: at('11:29:00'),
    }
    await openFleet([LINE, holding])
    // The test's time zone is three hours behind UTC.
    await screen.findByText(/^Everything saved before [\d/]+, 08:29 has been received\.$/)
    expect(screen.getByText(/1 device has unsent work: 2 answers\./)).toBeTruthy()
    const [first] = screen.getAllByRole('rowheader')
    expect(first?.textContent).toContain('Pablo')
    expect(within(screen.getByRole('table')).getByText(/2 to send/)).toBeTruthy()
  })

  it('say what came back after a restore, and which photos are lost', async () => {
    const missing = [
      { answer: 'A'.repeat(26), code: 'VIS41', question: 'Frente del local', name: 'frente.jpg' },
      { answer: '4'.repeat(26), code: '', question: '', name: 'firma.png' },
    ]
    const broughtBack = { at: '2026-11-20T12:30:00.000Z', answers: 3, changes: 1, missing, missingCount: 2 }
    await openFleet([{ ...LINE, broughtBack }])
    const text = document.body.textContent
    expect(text).toMatch(
      /The server was restored\. Sent again by this device on .*: 3 answers, 1 change\. 2 files are lost:/,
    )
    expect(screen.getAllByRole('listitem').map((line) => line.textContent)).toEqual(
      expect.arrayContaining([
        'VIS41 · Frente del local · frente.jpg',
        expect.stringMatching(/^\w{3}-\w{3} · firma\.png$/),
      ]),
    )
  })

  it.each([
    ['one of them proves nothing', [LINE, { ...LINE, device: 'E'.repeat(26), clearUntil: null }], true],
    ['there are more than are shown', [LINE], false],
  ])('claim nothing when %s', async (_why, devices, complete) => {
    await openFleet(devices, complete)
    await screen.findByText('It is not known whether everything has been received.')
    expect(screen.queryByText(/^Everything saved before/)).toBeNull()
  })

  it('name one that has been silent for a week, and say that nothing is known of it', async () => {
    await openFleet([
      LINE,
      {
        ...LINE,
        device: 'E'.repeat(26),
        seenAt: toInstant(Date.parse(NOW) - 8 * 86_400_000),
        clearUntil: at('01:00:00'),
      },
    ])
    await screen.findByText(/^Everything saved before [\d/]+, 12:29 has been received\.$/)
    expect(screen.getByText(/^1 device has not connected for more than a week/)).toBeTruthy()
    expect(screen.getByText('No contact for a week')).toBeTruthy()
  })
})

describe('what waits for a decision', () => {
  const { answer } = buildPlainSubmit(1)
  const kind = (name: string, count: number, first: readonly object[] = []) => ({ kind: name, count, first })
  const open = (
    kinds: readonly object[] | undefined,
    templates: readonly FormTemplate[] = [],
    pending: object = { forms: [], andMore: false },
  ) =>
    openScreen({
      path: '/supervision',
      screen: SupervisionStart,
      role: 'ROLE_SUPERVISOR_ELEVADO',
      areas: [],
      templates,
      answer: ({ path }) => {
        if (kinds === undefined) return undefined
        return Response.json(path.startsWith('/api/pending') ? { at: NOW, ...pending } : { kinds })
      },
    })

  it('leads to where each is decided', async () => {
    const line = { id: answer, title: 'Comercios', about: 'VIS7', at: NOW }
    await open([
      kind('held', 2, [{ ...line, about: '' }]),
      kind('citizens', 1, [line]),
      kind('conflicts', 100, [line]),
      kind('revisions', 1, [line]),
      kind('jobs', 1, [{ id: `citizen.message~${answer}~2`, title: 'citizen.message', about: answer, at: NOW }]),
      kind('requests', 0),
    ])
    const linkIn = async (list: string) =>
      within(await screen.findByRole('list', { name: list }))
        .getByRole('link')
        .getAttribute('href')
    expect(await linkIn('Held answers')).toBe(`/supervision/retenidas/${answer}`)
    expect([await linkIn('Open conflicts'), await linkIn('Corrected by citizens')]).toEqual([
      `/ver/${answer}`,
      `/ver/${answer}`,
    ])
    expect(await linkIn('Citizens to identify')).toBe('/supervision/ciudadanos')
    expect(await linkIn('Failed tasks')).toBe('/supervision/tareas')
    screen.getByRole('link', { name: 'Send a correction request to a citizen' })
    screen.getByRole('heading', { name: 'Open conflicts (99+)' })
    screen.getByText('Oldest first. More appear as you decide these.')
    expect(screen.getByRole('link', { name: 'See all' }).getAttribute('href')).toBe('/supervision/retenidas')
    expect(screen.queryByRole('list', { name: 'Correction requests' })).toBeNull()
  })

  it('names a form in the language of who decides, where their device has it', async () => {
    const form = buildTemplate({}, { titulo: 'Comercios', tituloAlternativeLanguage_en: 'Shops' })
    await open(
      [kind('conflicts', 1, [{ id: answer, title: 'Comercios', template: form.id, about: 'VIS7', at: NOW }])],
      [form],
    )
    expect(await screen.findByRole('link', { name: 'Shops' })).toBeTruthy()
  })

  it.each([
    ['answers wait in their states', [{ id: 0, nombre: 'Pendiente', count: 8, oldest: NOW }], false],
    ['not every form was looked at', [], true],
  ])('is not said to be nothing while %s', async (_, states, andMore) => {
    const form = { id: 'comercios', titulo: 'Comercios', municipio: 'Córdoba', today: 0, states }
    await open([kind('held', 0)], [], { forms: [form], andMore })
    await screen.findByRole('heading', { name: 'By state' })
    const links = (await screen.findByRole('list', { name: 'Answers by state' })).querySelectorAll('a')
    expect([...links].map(({ href, textContent }) => [textContent, new URL(href).pathname])).toEqual(
      states.map(() => ['Comercios: Pendiente', '/respuestas/listado/comercios']),
    )
    expect(screen.queryByText('Nothing is waiting for a decision.')).toBeNull()
  })

  it('is said to be nothing, and not to be known without a connection', async () => {
    await open([kind('held', 0)])
    await screen.findByText('Nothing is waiting for a decision.')
    cleanup()
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    await open(undefined)
    await screen.findByText('Connect to the internet to see the pending decisions.')
    expect(screen.queryByText('Cannot reach the server')).toBeNull()
  })
})

describe('citizens to settle', () => {
  it('name the form in the language of who decides, as the other lists do', async () => {
    const { answer } = buildPlainSubmit(1)
    const form = buildTemplate({}, { titulo: 'Comercios', tituloAlternativeLanguage_en: 'Shops' })
    const citizen = { nombre: 'Ana', apellido: 'Paz', dni: '30111222' }
    const line = { answer, template: form.id, titulo: 'Comercios', codigoMunicipio: 'VIS7', municipality: MUNICIPALITY }
    await openScreen({
      path: '/supervision/ciudadanos',
      screen: UnsettledScreen,
      role: 'ROLE_SUPERVISOR_ELEVADO',
      areas: [],
      templates: [form],
      answer: () => Response.json({ citizens: [{ ...line, citizen, reason: 'not-found', at: NOW }], total: 1 }),
    })
    const table = await screen.findByRole('table', { name: 'Citizens to identify' })
    expect(await within(table).findByText('Shops')).toBeTruthy()
  })
})

describe('what failed in another system', () => {
  const { answer } = buildPlainSubmit(1)
  const job = {
    id: `incident.create~${answer}`,
    kind: 'incident.create',
    payload: { answer },
    municipality: MUNICIPALITY,
    state: 'dead',
    attempts: 30,
    dueAt: NOW,
    lastProblem: { code: 'network.unreachable' },
  }

  it('is shown with its reason, tried again when someone says so, and asked for again', async () => {
    const jobs = [job]
    const replies = ({ method }: SentRequest) => {
      if (method === 'GET') return Response.json({ jobs })
      jobs.length = 0
      return Response.json({ job: { ...job, state: 'waiting', attempts: 0 } })
    }
    const { asked } = await openScreen({
      path: '/supervision/tareas',
      screen: FailedJobsScreen,
      role: 'ROLE_SUPERVISOR_ELEVADO',
      areas: [],
      templates: [],
      answer: replies,
    })
    await screen.findByText('The other system could not be reached.')
    fireEvent.click(screen.getByRole('button', { name: /^Retry the task for/ }))
    await screen.findByText('It will be retried within a minute.')
    await screen.findByText('There are no failed tasks.')
    expect(asked.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([
      `/api/jobs/${encodeURIComponent(job.id)}/retry`,
    ])
  })

  it('says what is failing now beside what failed for good, with the next attempt and no button', async () => {
    const failing = { ...job, id: `citizen.state~${answer}`, kind: 'citizen.state', state: 'waiting', attempts: 3 }
    await openScreen({
      path: '/supervision/tareas',
      screen: FailedJobsScreen,
      role: 'ROLE_SUPERVISOR_ELEVADO',
      areas: [],
      templates: [],
      answer: () => Response.json({ jobs: [job, failing] }),
    })
    const rows = within(await screen.findByRole('table', { name: 'Failed tasks' })).getAllByRole('row')
    expect(rows.map(({ textContent }) => textContent).slice(1)).toEqual([
      expect.stringMatching(/^Create the incident.*Failed.*30 attempts · Last attempt: /),
      expect.stringMatching(/^Send the state.*Retrying.*3 attempts · Next attempt: /),
    ])
    expect(screen.getAllByRole('button', { name: /^Retry the task for/ })).toHaveLength(1)
  })

  it('stays when it cannot be tried again, and nothing of it is left on screen once the right to see it is gone', async () => {
    let forbidden = false
    const replies = ({ method }: SentRequest) => {
      if (method === 'GET' && !forbidden) return Response.json({ jobs: [job] })
      forbidden = true
      return Response.json({ error: { code: 'access.forbidden' } }, { status: 403 })
    }
    await openScreen({
      path: '/supervision/tareas',
      screen: FailedJobsScreen,
      role: 'ROLE_SUPERVISOR_ELEVADO',
      areas: [],
      templates: [],
      answer: replies,
    })
    fireEvent.click(await screen.findByRole('button', { name: /^Retry the task for/ }))
    await waitFor(() => expect(screen.queryByText('The other system could not be reached.')).toBeNull())
  })
})
