// @vitest-environment jsdom
import { openScreen, type SentRequest } from '#tests/support/screens/open-screen.tsx'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type AuditEntry, formatAuditNumber } from '#domain/audit/index.ts'
import { userIdSchema } from '#domain/kernel/index.ts'
import type { Role } from '#domain/users/index.ts'
import { NOW } from '#tests/support/builders/template.ts'
import { AuditScreen } from './audit-screen.tsx'

afterEach(cleanup)

const TOWN = 'paises/AR/provincias/c/municipios/v'
const HASH = 'a'.repeat(64)
const entry = (number: number, more: Partial<AuditEntry> = {}) => ({
  number: formatAuditNumber(number),
  at: NOW,
  action: 'area.renamed',
  target: 'paises/AR/provincias/c/municipios/v/areas_municipales/obras',
  by: 'sofia',
  username: 'sofia',
  from: '10.0.0.7',
  details: { nombre: 'Obras' },
  previous: HASH,
  hash: HASH,
  ...more,
})
const PAGE = {
  entries: [
    entry(2),
    entry(1, { action: 'user.created', target: 'usuarios/ines', details: { role: 'ROLE_INSPECTOR' } }),
    entry(3, { action: 'answer.deleted', target: 'respuestas_formularios/r1', details: { code: 'CBA1171' } }),
    entry(10, { action: 'second-factor.rule', details: { roles: 'ROLE_ADMIN ROLE_SUPERVISOR_ELEVADO' } }),
    entry(11, { action: 'session.refused', details: { way: 'password', why: 'session.bad-credentials' } }),
    entry(12, { action: 'second-factor.on', details: { kind: 'passkey' } }),
    entry(13, { action: 'payment.connected', details: { provider: 'stripe', mode: 'test' } }),
    entry(14, {
      action: 'answer.moved',
      target: 'respuestas_formularios/r2',
      details: { code: 'CBA9', stateBefore: 'Recibida', stateNow: 'En obra' },
    }),
    entry(15, { action: 'answer.revised', by: userIdSchema.parse('citizen'), username: 'citizen', details: {} }),
    entry(16, { action: 'payment.received', details: { amount: 123_450, currency: 'UYU', provider: 'stripe' } }),
    entry(5, { action: 'citizen.looked-up', target: `${TOWN}/ciudadanos/c42` }),
    entry(6, { action: 'webhook.removed', target: `${TOWN}/integraciones/webhooks/w7` }),
    entry(7, { action: 'area.deleted', target: `${TOWN}/areas_municipales/parques` }),
    entry(8, { action: 'user.changed', target: 'usuarios/gone' }),
    entry(9, { action: 'country.changed', target: 'paises/x' }),
    entry(4, {
      action: 'form.deleted',
      target: 'formularios/gone',
      details: { title: 'Poda', version: 3, removed: true },
    }),
  ],
  names: {
    [TOWN]: 'Villa Serena',
    [entry(2).target]: 'Obras públicas',
    'usuarios/ines': 'Inés Quiroga',
    'usuarios/sofia': 'Sofía Luna',
  },
  next: null,
  keepDays: 3650,
}
const { names: _, ...FILE } = PAGE

async function openLog(
  answer: (asked: SentRequest) => Response | undefined,
  role: Role = 'ROLE_ADMIN',
  address = '/auditoria',
) {
  await openScreen({ path: '/auditoria', screen: AuditScreen, role, areas: [], templates: [], address, answer })
}

describe('the audit log', () => {
  it('says who did what to which document, when and from where', async () => {
    await openLog(() => Response.json(PAGE))
    const table = await screen.findByRole('table', { name: 'Audit log' })
    const row = within(table).getByText('Area renamed').closest('tr')
    expect(row?.textContent).toMatch(/Sofía Luna.*sofia.*Area renamed.*Obras públicas.*Name: Obras.*10\.0\.0\.7.*2/)
    expect(table.textContent).not.toContain('areas_municipales')
    expect(within(table).getAllByText('Area renamed')).toHaveLength(1)
    expect(within(table).getByText('User created')).toBeTruthy()
    const linkOf = (name: string) => within(table).getByRole('link', { name }).getAttribute('href')
    expect(linkOf('Inés Quiroga')).toMatch(/^\/usuarios\?buscar=In/)
    expect(linkOf('CBA1171')).toBe('/ver/r1')
    expect(within(table).getByText('Role: Inspector')).toBeTruthy()
    expect(within(table).getByText('Roles: Administrator, Senior supervisor')).toBeTruthy()
    expect(within(table).getByText('Poda')).toBeTruthy()
    expect(within(table).getByText(/Version: 3 · Erased permanently: yes/)).toBeTruthy()
    await within(table).findByText('Method: Password · Reason: Wrong e-mail or password.')
    expect(within(table).getByText('Type: Passkey')).toBeTruthy()
    expect(within(table).getByText('Payment provider: Stripe · Mode: Test: no real money')).toBeTruthy()
    expect(linkOf('CBA9')).toBe('/ver/r2')
    expect(within(table).getByText('Code: CBA9 · State before: Recibida · State now: En obra')).toBeTruthy()
    const revised = within(table).getByText('Answer corrected by the citizen').closest('tr')
    expect(revised?.textContent).toMatch(/Citizen.*citizen.*Answer corrected by the citizen/)
    expect(within(table).getByText('Amount: UYU 1,234.50 · Payment provider: Stripe')).toBeTruthy()
    // Without a name: the containing place and the kind of its part; otherwise only the id.
    for (const said of [
      'Villa Serena · c42',
      'Villa Serena · w7',
      'Villa Serena · parques',
      'A user · gone',
      'A place · x',
    ])
      expect(within(table).getByText(said)).toBeTruthy()
  })

  it('asks for what its address says, whole days of the reader', async () => {
    const asked: string[] = []
    const answer = ({ path }: SentRequest) => {
      asked.push(decodeURIComponent(path))
      return Response.json({ ...PAGE, entries: [] })
    }
    await openLog(
      answer,
      'ROLE_ADMIN',
      '/auditoria?usuario=sofia&acto=area.renamed&desde=2026-11-20&hasta=2026-11-20&antes=no',
    )
    await screen.findByText('No results found')
    // The test's time zone is three hours behind UTC.
    expect(asked.find((path) => path.includes('/audit'))).toMatch(
      /username=sofia&action=area\.renamed&from=2026-11-20T03:00:00\.000Z&to=2026-11-21T02:59:59\.999Z$/,
    )
  })

  it('offers the kinds of actions in groups, and asks for the chosen one', async () => {
    const asked: string[] = []
    await openLog(({ path }) => {
      asked.push(path)
      return Response.json(PAGE)
    })
    const select = await screen.findByRole('combobox', { name: 'Action' })
    const group = within(select).getByRole('group', { name: 'Answers' })
    expect(
      within(group)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Answer completed',
      'Answer corrected by the citizen',
      'Answer deleted',
      'Answer edited',
      'Answer restored',
      'Answer sent by e-mail',
      'Answer state changed',
      'Answers downloaded as a PDF',
      'Answers exported',
      'Correction requested from the citizen',
      'Held answer accepted',
      'Held answer rejected',
    ])
    fireEvent.change(select, { target: { value: 'answer.moved' } })
    await waitFor(() => expect(asked.some((path) => path.includes('action=answer.moved'))).toBe(true))
  })

  it('turns to what is older', async () => {
    const asked: string[] = []
    await openLog(({ path }) => {
      asked.push(path)
      return Response.json({ ...PAGE, next: path.includes('before') ? null : formatAuditNumber(1) })
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Older' }))
    await waitFor(() => expect(asked.some((path) => path.includes(`before=${formatAuditNumber(1)}`))).toBe(true))
    await waitFor(() => expect(screen.getByRole('button', { name: 'Older' })).toHaveProperty('disabled', true))
  })

  it('follows the whole chain and says that it is whole, or where it is not', async () => {
    let broken: string | null = null
    await openLog(({ path }) => {
      if (!path.includes('verify')) return Response.json(PAGE)
      const second = path.includes('after')
      const number = formatAuditNumber(second ? 1500 : 1000)
      return Response.json({
        checked: second ? 500 : 1000,
        number,
        hash: HASH,
        complete: second && broken === null,
        broken: second ? broken : null,
      })
    })
    const verify = await screen.findByRole('button', { name: 'Verify the log' })
    fireEvent.click(verify)
    await screen.findByText('The log is intact. 1,500 entries verified.')
    broken = formatAuditNumber(1501)
    fireEvent.click(verify)
    await screen.findByText(/^Entry 1501 is missing, was changed/)
  })

  it('says how long entries are kept, and lets the administrator say otherwise within bounds', async () => {
    const sent: unknown[] = []
    await openLog(({ method, body }) => {
      if (method === 'PUT') sent.push(body)
      return Response.json(method === 'PUT' ? { keepDays: 400 } : PAGE)
    })
    fireEvent.click(await screen.findByRole('button', { name: /how long entries are kept \(3.?650 days\)/ }))
    const days = await screen.findByRole('textbox', { name: 'Days' })
    fireEvent.change(days, { target: { value: '364' } })
    expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)
    fireEvent.change(days, { target: { value: '400' } })
    await screen.findByText(/Older entries are deleted within the hour/)
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent).toEqual([{ days: 400 }]))
  })

  it('keeps what was typed when it could not be saved, and says why', async () => {
    let isCut = true
    await openLog(({ method }) => {
      if (method === 'PUT') return isCut ? undefined : Response.json({ keepDays: 400 })
      return Response.json(PAGE)
    })
    fireEvent.click(await screen.findByRole('button', { name: /how long entries are kept/ }))
    fireEvent.change(await screen.findByRole('textbox', { name: 'Days' }), { target: { value: '400' } })
    const save = screen.getByRole('button', { name: 'Save' })
    fireEvent.click(save)
    expect((await screen.findByRole('alert')).textContent).not.toBe('')
    expect(screen.getByRole('textbox', { name: 'Days' })).toHaveProperty('value', '400')
    isCut = false
    await waitFor(() => expect(save).toHaveProperty('disabled', false))
    fireEvent.click(save)
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Days' })).toBeNull())
  })

  it('offers a supervisor neither the chain nor its retention', async () => {
    await openLog(() => Response.json({ ...PAGE, keepDays: null }), 'ROLE_SUPERVISOR_ELEVADO')
    await screen.findByText('Area renamed', { selector: 'td' })
    expect(screen.queryByRole('button', { name: 'Verify the log' })).toBeNull()
    expect(screen.queryByRole('button', { name: /Entries are kept/ })).toBeNull()
  })

  it('is handed out as a file, page by page, and not in part', async () => {
    const sent: unknown[] = []
    let isCut = false
    await openLog(({ method, body }) => {
      if (method !== 'POST') return Response.json(PAGE)
      sent.push(body)
      if (isCut && sent.length > 1) return undefined
      return Response.json({ ...FILE, next: sent.length === 1 ? formatAuditNumber(1) : null })
    })
    const files: string[] = []
    vi.stubGlobal(
      'URL',
      Object.assign(URL, {
        createObjectURL: (file: Blob) => String(files.push(file.type)),
        revokeObjectURL: () => undefined,
      }),
    )
    fireEvent.click(await screen.findByRole('button', { name: 'Export' }))
    await waitFor(() => expect(files).toHaveLength(1))
    expect(sent).toEqual([{ sought: {} }, { sought: { before: formatAuditNumber(1) } }])
    sent.length = 0
    isCut = true
    fireEvent.click(screen.getByRole('button', { name: 'Export' }))
    await waitFor(() => expect(sent).toHaveLength(2))
    await waitFor(() => expect(document.body.textContent).toContain('server'))
    expect(files).toHaveLength(1)
  })

  it('says that it needs a connection', async () => {
    await openLog(() => undefined)
    expect((await screen.findByRole('alert')).textContent).not.toBe('')
  })
})
