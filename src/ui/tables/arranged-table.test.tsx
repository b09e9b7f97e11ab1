// @vitest-environment jsdom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Profile } from '#domain/sync/index.ts'
import { withMessages } from '../language/i18n.ts'
import { setSessionPhase } from '../session/session-store.ts'
import { ListTable, type Column } from '../page/list-table.tsx'

/** The files of the arrangement and of its dialog are loaded first. */
const SLOW = { timeout: 10_000 }

beforeAll(async () => {
  i18n.loadAndActivate({ locale: 'es', messages: {} })
  await withMessages('tables', Promise.resolve())
  // jsdom has neither.
  globalThis.ResizeObserver = class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  }
  window.matchMedia = () => ({ matches: false, addEventListener() {}, removeEventListener() {} }) as never
})
beforeEach(() => {
  localStorage.clear()
  signIn('ana')
})
afterEach(cleanup)

function signIn(id: string): void {
  setSessionPhase({ kind: 'authenticated', profile: { id } as unknown as Profile })
}

type Street = { readonly name: string; readonly trees?: number; readonly town: string }
const STREETS: readonly Street[] = [
  { name: 'Oro', trees: 9, town: 'Serena' },
  { name: 'Ñandú', town: 'Serena' },
  { name: 'Zorzal', trees: 101, town: 'Bermejo' },
  { name: 'Álamo', trees: 20, town: 'Bermejo' },
  { name: 'Nogal', trees: 5, town: 'Serena' },
]
const onServer = vi.fn<() => void>()
const COLUMNS: readonly Column<Street>[] = [
  { head: 'Street', key: 'name', by: ({ name }) => name, cell: ({ name }) => name },
  { head: 'Trees', key: 'trees', figures: true, by: ({ trees }) => trees, cell: ({ trees = '–' }) => trees },
  { head: 'Town', key: 'town', sort: onServer, sorted: 'ascending', cell: ({ town }) => town },
  { head: 'Actions', key: 'actions', card: 'actions', cell: () => <button type="button">Edit</button> },
]

async function show({
  all,
  items = STREETS,
}: {
  readonly all?: readonly Street[]
  readonly items?: readonly Street[]
}) {
  render(
    <I18nProvider i18n={i18n}>
      <MantineProvider env="test">
        <ListTable
          label="Streets"
          name="streets"
          columns={COLUMNS}
          items={items}
          all={all}
          keyOf={({ name }) => name}
        />
      </MantineProvider>
    </I18nProvider>,
  )
  await screen.findByRole('button', { name: 'Organizar columnas' }, SLOW)
}
const streets = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent)
const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
const head = (name: string) => screen.getByRole('columnheader', { name })
const sortBy = (name: string) => fireEvent.click(within(head(name)).getByRole('button'))

describe('the heads of a table', () => {
  it('sort as readers of the language expect, then turn the order round, then restore it', async () => {
    await show({ all: STREETS })
    expect(head('Street').getAttribute('aria-sort')).toBeNull()
    sortBy('Street')
    expect(streets()).toEqual(['Álamo', 'Nogal', 'Ñandú', 'Oro', 'Zorzal'])
    expect(head('Street').getAttribute('aria-sort')).toBe('ascending')
    sortBy('Street')
    expect(streets()).toEqual(['Zorzal', 'Oro', 'Ñandú', 'Nogal', 'Álamo'])
    expect(head('Street').getAttribute('aria-sort')).toBe('descending')
    sortBy('Street')
    expect(streets()).toEqual(['Oro', 'Ñandú', 'Zorzal', 'Álamo', 'Nogal'])
  })

  it('sort numbers by their value, with missing ones last in both directions', async () => {
    await show({ all: STREETS })
    sortBy('Trees')
    expect(streets()).toEqual(['Nogal', 'Oro', 'Álamo', 'Zorzal', 'Ñandú'])
    sortBy('Trees')
    expect(streets()).toEqual(['Zorzal', 'Álamo', 'Oro', 'Nogal', 'Ñandú'])
  })

  it('do not sort a page of a list that only the server has', async () => {
    await show({})
    expect(within(head('Street')).queryByRole('button')).toBeNull()
    sortBy('Town')
    expect(onServer).toHaveBeenCalledOnce()
    expect(head('Town').getAttribute('aria-sort')).toBe('ascending')
  })

  it('sort the whole list before its page is shown', async () => {
    await show({ all: STREETS, items: STREETS.slice(2, 4) })
    sortBy('Street')
    expect(streets()).toEqual(['Ñandú', 'Oro'])
  })

  it('name one order at a time', async () => {
    await show({ all: STREETS })
    sortBy('Trees')
    expect(head('Town').getAttribute('aria-sort')).toBeNull()
    sortBy('Town')
    expect(streets()[0]).toBe('Oro')
    expect(head('Trees').getAttribute('aria-sort')).toBeNull()
  })
})

describe('cards, which have no heads to press', () => {
  const select = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Ordenar por' })
  const choose = (value: string) => fireEvent.change(select(), { target: { value } })
  const reverse = () => fireEvent.click(screen.getByRole('button', { name: 'Invertir el orden' }))

  it('are sorted by any column that the device knows whole, in both directions', async () => {
    await show({ all: STREETS })
    expect([...select().options].map(({ value }) => value)).toEqual(['', 'name', 'trees'])
    choose('trees')
    expect(streets()).toEqual(['Nogal', 'Oro', 'Álamo', 'Zorzal', 'Ñandú'])
    reverse()
    expect(streets()).toEqual(['Zorzal', 'Álamo', 'Oro', 'Nogal', 'Ñandú'])
    choose('')
    expect(streets()).toEqual(['Oro', 'Ñandú', 'Zorzal', 'Álamo', 'Nogal'])
    expect(screen.queryByRole('button', { name: 'Invertir el orden' })).toBeNull()
  })

  it('of a list that the server sorts have no second order', async () => {
    await show({})
    expect(screen.queryByRole('combobox', { name: 'Ordenar por' })).toBeNull()
  })
})

describe('order and widths of columns', () => {
  async function openDialog() {
    fireEvent.click(screen.getByRole('button', { name: 'Organizar columnas' }))
    return within(await screen.findByRole('dialog', { name: 'Organizar columnas' }, SLOW))
  }

  it('are changed in a dialog, and kept for the account', async () => {
    await show({ all: STREETS })
    const dialog = await openDialog()
    const up = dialog.getByRole('button', { name: 'Subir Town' })
    fireEvent.click(up)
    await waitFor(() => expect(document.activeElement).toBe(up))
    expect(dialog.getByRole('status').textContent).toBe('Town: columna 2 de 3')
    fireEvent.change(dialog.getByRole('combobox', { name: 'Ancho de Trees' }), { target: { value: '35' } })
    fireEvent.click(dialog.getByRole('button', { name: 'Guardar' }))
    expect(heads()).toEqual(['Street', 'Town', 'Trees', 'Actions'])
    sortBy('Trees')

    cleanup()
    await show({ all: STREETS })
    expect(heads()).toEqual(['Street', 'Town', 'Trees', 'Actions'])
    expect(head('Trees').style.width).toBe('35%')
    expect(streets()[0]).toBe('Nogal')

    cleanup()
    signIn('luis')
    await show({ all: STREETS })
    expect(heads()).toEqual(['Street', 'Trees', 'Town', 'Actions'])
  })

  it('keep the first column and the actions in their places', async () => {
    await show({ all: STREETS })
    const dialog = await openDialog()
    for (const name of ['Subir Trees', 'Bajar Town']) fireEvent.click(dialog.getByRole('button', { name }))
    for (const name of ['Bajar Street', 'Subir Actions']) expect(dialog.queryByRole('button', { name })).toBeNull()
    fireEvent.click(dialog.getByRole('button', { name: 'Guardar' }))
    expect(heads()).toEqual(['Street', 'Trees', 'Town', 'Actions'])
  })

  it('are the usual ones again after a reset, or if what is stored cannot be read', async () => {
    localStorage.setItem('relevo.table.ana.streets', '{"order":["name","town","trees"]}')
    await show({ all: STREETS })
    expect(heads()).toEqual(['Street', 'Town', 'Trees', 'Actions'])
    fireEvent.click((await openDialog()).getByRole('button', { name: 'Restablecer' }))
    expect(heads()).toEqual(['Street', 'Trees', 'Town', 'Actions'])

    for (const unreadable of ['{"order', '{"order":null}', '{"shares":1}', '[]', '7']) {
      cleanup()
      localStorage.setItem('relevo.table.ana.streets', unreadable)
      await show({ all: STREETS })
      expect(heads()).toEqual(['Street', 'Trees', 'Town', 'Actions'])
    }
  })
})
