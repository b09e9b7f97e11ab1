// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { getMunicipality } from '#domain/kernel/index.ts'
import { FOREIGN_AREA, MUNICIPALITY } from '#tests/support/builders/template.ts'
import { prepare, showPanels, type Server } from '#tests/support/screens/show-panels.tsx'

beforeEach(prepare)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const AGENDAS = { groupsProcedure: [{ id: '4', name: 'Licences' }], tenantId: 't-1', tenantUniqueName: 'villa-serena' }
const AREAS = [{ areaId: '11', areaDescripcion: 'Lighting' }]
const chooser = (name: string): HTMLSelectElement => screen.getByRole<HTMLSelectElement>('combobox', { name })
const choose = (name: string, value: string): void => void fireEvent.change(chooser(name), { target: { value } })
const offered = (name: string): readonly string[] => Array.from(chooser(name).options, ({ text }) => text)

describe('the agenda', () => {
  const opcionales = { addAppointment: true }
  const chosen = { appointmentData: { id: '9', name: 'Weddings' }, tenantId: 't-1', tenantUniqueName: 'villa-serena' }

  it('is chosen among those of the municipality, and kept with its tenant', async () => {
    const { form, requests } = showPanels(
      { opcionales },
      { server: () => ({ status: 200, body: { result: AGENDAS } }) },
    )
    await vi.waitFor(() => expect(offered('Calendar')).toEqual(['Choose a calendar', 'Licences']))
    expect(requests[0]?.sent).toEqual({ data: { municipalityId: 7, typeProcedureId: 2 } })
    choose('Calendar', '4')
    expect(form().appointmentGroup).toEqual({
      appointmentData: { id: '4', name: 'Licences' },
      tenantId: 't-1',
      tenantUniqueName: 'villa-serena',
    })
    choose('Calendar', '')
    expect(form().appointmentGroup).toBeUndefined()
  })

  it('is one of the form’s municipality, not of the person’s', async () => {
    const municipalities = [{ path: getMunicipality(FOREIGN_AREA), idMuniCore: 35 }]
    const { requests } = showPanels(
      { opcionales, areas: [FOREIGN_AREA] },
      { municipalities, server: () => ({ status: 200, body: { result: AGENDAS } }) },
    )
    await vi.waitFor(() => expect(requests[0]?.sent).toEqual({ data: { municipalityId: 35, typeProcedureId: 2 } }))
    cleanup()
    const elsewhere = showPanels({ opcionales, areas: [FOREIGN_AREA] }, { managementSystem: true })
    await screen.findByText(/This municipality is not linked to MuniGestion/)
    expect(elsewhere.requests).toEqual([])
  })

  it('that cannot be asked for is said with its message, and what was chosen stays', async () => {
    const { form } = showPanels({ opcionales, appointmentGroup: chosen })
    await screen.findByText(/The calendars could not be loaded. Try again./)
    expect(screen.getByText('There is no connection to the server.')).toBeTruthy()
    expect(chooser('Calendar').selectedOptions[0]?.text).toBe('Weddings')
    expect(form().appointmentGroup).toEqual(chosen)
  })

  it('comes when someone tries again', async () => {
    let up = false
    showPanels(
      { opcionales },
      {
        server: () =>
          up
            ? { status: 200, body: { result: AGENDAS } }
            : { status: 502, body: { error: { code: 'connector.agendas-failed' } } },
      },
    )
    await screen.findByText('The calendars could not be loaded. Try again.')
    up = true
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await vi.waitFor(() => expect(offered('Calendar')).toContain('Licences'))
    expect(screen.queryByText('The calendars could not be loaded. Try again.')).toBeNull()
  })

  it('of a municipality that is not linked is not asked for', async () => {
    const { requests } = showPanels({ opcionales }, { managementSystem: false })
    await screen.findByText(/This municipality is not linked to MuniGestion/)
    expect(requests).toEqual([])
  })
})

describe('the area of the management system', () => {
  const change = {
    opcionales: { incidentes: true },
    muniCore: { areaId: '77', areaDescripcion: 'Parks', idTipoIncidente: '5' },
  }

  it('is asked for under the own username', async () => {
    const { form, requests } = showPanels(change, { server: () => ({ status: 200, body: { result: AREAS } }) })
    await vi.waitFor(() => expect(offered('Area in MuniGestion')).toEqual(['Choose an area', 'Parks', 'Lighting']))
    expect(requests[0]?.sent).toEqual({ data: { username: 'ines', municipality: MUNICIPALITY } })
    expect(screen.getByText('Incident type 5')).toBeTruthy()
    choose('Area in MuniGestion', '11')
    expect(form().muniCore).toEqual({ areaId: '11', areaDescripcion: 'Lighting' })
    expect(screen.getByText('The incident type is created when the form is published.')).toBeTruthy()
  })

  it('that cannot be asked for is said with its message, and the form stays as it was', async () => {
    const failing: Server = () => ({ status: 502, body: { error: { code: 'connector.areas-failed' } } })
    const { form } = showPanels(change, { server: failing })
    await screen.findByText('The areas of MuniCore could not be loaded. Try again.')
    expect(form().muniCore).toEqual(change.muniCore)
    expect(chooser('Area in MuniGestion').selectedOptions[0]?.text).toBe('Parks')
  })
})

describe('incidents', () => {
  const off = { opcionales: {} }
  const flip = (name: string): void => void fireEvent.click(screen.getByRole('switch', { name }))
  const on = (name: string): boolean => screen.getByRole<HTMLInputElement>('switch', { name }).checked

  it('switch the synchronisation on, and go off with it', () => {
    const { form } = showPanels(off)
    flip('Create incidents')
    expect(on('Synchronise with MuniGestion')).toBe(true)
    flip('Synchronise with MuniGestion')
    expect(on('Create incidents')).toBe(false)
    expect(form().muniCore).toBeUndefined()
  })

  it('have a type for each state only where there are two states or more', () => {
    const states = (count: number) => ({
      disponibles: Array.from({ length: count }, (_, id) => ({ id, nombre: `State ${id}`, transiciones: [] })),
      inicial: 0,
    })
    const change = { opcionales: { incidentes: true }, muniCore: { areaId: '1' } }
    showPanels({ ...change, estados: states(1) })
    const perState = () => screen.getByRole<HTMLInputElement>('switch', { name: 'One incident type per state' })
    expect(perState().disabled).toBe(true)
    expect(screen.getByText('One incident type per state requires at least two states.')).toBeTruthy()
    cleanup()
    const { form } = showPanels({ ...change, estados: states(2) })
    fireEvent.click(perState())
    expect(form().muniCore?.perState).toBe(true)
    expect(
      screen.getByText('Incident types that exist: 0 of 2. The others are created when the form is published.'),
    ).toBeTruthy()
  })
})
