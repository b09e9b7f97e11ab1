// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RequestSender, RequestOutcome } from '#domain/endpoints/index.ts'
import type { LatLng } from '#domain/places/index.ts'
import { ok } from '#domain/kernel/index.ts'
import type { Identifier } from '#domain/maps/index.ts'
import { AccountProvider, setSessionPhase, type Account } from '#ui/index.ts'
import { buildPlainTemplate } from '#tests/support/builders/template.ts'
import { AUTHOR_PROFILE } from '#tests/support/device/profile.ts'
import { FormContextProvider, type FormRules } from '../form/form-context.ts'
import { setHeader } from '../form/form-actions.ts'
import { createFormStore } from '../form/form-store.ts'
import { toMapMarks, NearbyAssets } from './location-aid.tsx'
import { useAssets } from './use-assets.ts'

configure({ asyncUtilTimeout: 10_000 })
beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  setSessionPhase({ kind: 'authenticated', profile: AUTHOR_PROFILE })
})
afterEach(cleanup)

const HERE = { latitude: -31.4, longitude: -64.18 }
const LAMP = {
  idIdentificador: 'L1',
  descripcion: 'Columna 1200',
  descripcionIdentificadorTipo: 'Luminaria',
  direccion: 'Rondeau 450',
  geolocalizaciones: [],
} satisfies Identifier
const TREE = { ...LAMP, idIdentificador: 'A1', descripcion: 'Ejemplar 7', descripcionIdentificadorTipo: 'Árbol' }
const CUT: RequestOutcome<never> = { kind: 'retry', problem: { code: 'network.unreachable' } }
const came = <T,>(value: T): RequestOutcome<T> => ({ kind: 'ok', value, sentAt: 0, gotAt: 0 })

const RULES: FormRules = {
  seen: { values: {}, conditions: {}, rows: {} },
  isLocked: () => false,
  observations: new Map(),
  Before: () => null,
}

type Tie = {
  readonly rules?: FormRules
  readonly incidentes?: boolean
  readonly isLocked?: boolean
  readonly answers?: RequestOutcome<unknown>
}

function show({ rules, incidentes = true, isLocked = false, answers }: Tie = {}) {
  const asked: unknown[] = []
  const ask = (async ({ path }: { readonly path: string }, input: { readonly body: unknown }) => {
    asked.push([path, input.body])
    if (answers !== undefined) return answers
    if (path === '/getIdentifiers') return came({ status: 'ok', result: [LAMP, TREE] })
    const { idIdentificador, descripcion, direccion } = LAMP
    const result = {
      idIdentificador,
      descripcion,
      direccion,
      tipoIdentificador: 'Luminaria',
      geometria: { geolocalizacion: [] },
    }
    return came({ status: 'ok', result })
  }) as unknown as RequestSender
  const form = createFormStore(
    buildPlainTemplate(
      {},
      {
        opcionales: { geolocalizacion: true, incidentes },
        muniCore: { username: 'gil', areaId: '102', idTipoIncidente: '5001' },
      },
    ),
  )
  const files = { attach: async () => ok(undefined), replace: async () => ok(undefined), load: async () => undefined }
  const account = { ask, onNews: () => undefined, local: { account: 'ines' } } as unknown as Account
  const page = (point: LatLng | undefined) => (
    <I18nProvider i18n={i18n}>
      <MantineProvider env="test">
        <AccountProvider value={account}>
          <FormContextProvider value={{ form, files, rules }}>
            <Assets point={point} isLocked={isLocked} />
          </FormContextProvider>
        </AccountProvider>
      </MantineProvider>
    </I18nProvider>
  )
  const open = (point: LatLng | undefined = HERE) => {
    const { rerender } = render(page(point))
    return { moves: (to: LatLng) => rerender(page(to)) }
  }
  return { form, asked, open, kept: () => form.state.getState().header.identifier }
}
function Assets({ point, isLocked }: { readonly point: LatLng | undefined; readonly isLocked: boolean }) {
  return <NearbyAssets assets={useAssets(point, isLocked)} isLocked={isLocked} />
}
const assigned = () => screen.findByRole('group', { name: 'Assigned asset' })

describe('assets near a point', () => {
  it('are offered while a stored answer is corrected, and can be assigned there', async () => {
    const { kept, open } = show({ rules: RULES })
    open()
    fireEvent.click(await screen.findByRole('button', { name: /Columna/ }))
    await assigned()
    expect(kept()).toBe('L1')
  })

  it('have their icon before their name, and none where it cannot be had', async () => {
    const iconoUrl = '/api/identifiers/icon?url=x&signature=y'
    const { open } = show({ answers: came({ status: 'ok', result: [{ ...LAMP, iconoUrl }, TREE] }) })
    open()
    // The kind is written as text; the icon adds nothing.
    const lamp = await screen.findByRole('button', { name: 'Columna 1200 · Luminaria · Rondeau 450' })
    const icon = lamp.querySelector('img')
    expect(icon?.getAttribute('src')).toBe(iconoUrl)
    expect(screen.getByRole('button', { name: /Ejemplar 7/ }).querySelector('img')).toBeNull()
    if (icon !== null) fireEvent.error(icon)
    expect(icon?.hidden).toBe(true)
    fireEvent.click(lamp)
    expect((await assigned()).querySelector('img')?.getAttribute('src')).toBe(iconoUrl)
  })

  it('are asked for under one’s own name, and one can be assigned and taken away', async () => {
    const { asked, kept, open } = show()
    open()
    fireEvent.click(await screen.findByRole('button', { name: 'Columna 1200 · Luminaria · Rondeau 450' }))
    expect(kept()).toBe('L1')
    await within(await assigned()).findByText('Columna 1200')
    expect(screen.queryByRole('button', { name: /Columna/ })).toBeNull()
    // The pressed button is gone; the keyboard focus moves to its result, here and below.
    expect(document.activeElement).toBe(await assigned())
    screen.getByRole('button', { name: /Ejemplar 7/ })
    expect(asked).toEqual([
      [
        '/getIdentifiers',
        {
          latitud: '-31.4',
          longitud: '-64.18',
          tipoIncidenteId: '5001',
          radio: '1',
          username: AUTHOR_PROFILE.userMuniCore,
          municipality: expect.stringContaining('/municipios/') as string,
        },
      ],
    ])
    fireEvent.click(screen.getByRole('button', { name: 'Remove' }))
    expect(kept()).toBeUndefined()
    await screen.findByRole('button', { name: /Columna 1200/ })
    expect(document.activeElement).toBe(screen.getByRole('list', { name: 'Assets near this point' }))
  })

  it('keep their number when one of them is assigned, and are marked by it where they are', async () => {
    const { open } = show()
    open()
    fireEvent.click(await screen.findByRole('button', { name: /Columna 1200/ }))
    expect((await assigned()).textContent).toMatch(/^1Columna 1200/)
    expect(screen.getByRole('list', { name: 'Assets near this point' }).textContent).toMatch(/^2Ejemplar 7/)

    const places = [
      { latitud: -31.41, longitud: -64.19 },
      { latitud: -31.42, longitud: -64.2 },
    ]
    const near = [
      { ...LAMP, number: 1 },
      { ...TREE, number: 2, geolocalizaciones: places },
    ]
    const mark = { id: 'A1', number: 2, point: { latitude: -31.41, longitude: -64.19 } }
    expect(toMapMarks(near, 'L1', (name) => `${name}!`)).toEqual([{ ...mark, name: 'Ejemplar 7', isChosen: false }])
    expect(toMapMarks(near, 'A1', (name) => `${name}!`)).toEqual([{ ...mark, name: 'Ejemplar 7!', isChosen: true }])
  })

  it('that was assigned is named by its id where it is no longer near', async () => {
    const { form, kept, asked, open } = show()
    act(() => setHeader(form, { identifier: 'L9' }))
    open()
    await within(await assigned()).findByText('Columna 1200')
    expect(asked.map((one) => (one as readonly [string])[0])).toContain('/getIdentifierDataById')
    expect(kept()).toBe('L9')
  })

  it('are asked for where the point rests, not on its way', async () => {
    const { asked, open } = show()
    const { moves } = open()
    await screen.findByRole('button', { name: /Columna 1200/ })
    for (const step of [1, 2, 3]) moves({ ...HERE, latitude: HERE.latitude + step / 1000 })
    await waitFor(() => expect(asked).toHaveLength(2))
    await new Promise((resolve) => setTimeout(resolve, 600))
    expect(asked).toHaveLength(2)
  })

  it.each([
    ['the form creates no incidents', { incidentes: false }],
    ['they cannot be asked for', { answers: CUT }],
  ])('are nothing where %s', async (_, tie) => {
    const { open } = show(tie)
    open()
    await new Promise((resolve) => setTimeout(resolve, 600))
    expect(screen.queryByRole('list')).toBeNull()
  })

  it('are only shown, and not offered, where the place may not be changed', async () => {
    const { form, asked, open } = show({ isLocked: true })
    act(() => setHeader(form, { identifier: 'L1' }))
    open()
    await within(await assigned()).findByText('Columna 1200')
    expect(screen.queryByRole('button')).toBeNull()
    expect(asked.map((one) => (one as readonly [string])[0])).toEqual(['/getIdentifierDataById'])
  })
})
