// @vitest-environment jsdom
import { openScreen } from '#tests/support/screens/open-screen.tsx'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { useParams } from '@tanstack/react-router'
import { saveAnswer } from '#local/index.ts'
import type { SyncedArea } from '#domain/sync/index.ts'
import { buildPlainSubmit } from '#tests/support/builders/submit.ts'
import { AREA, buildPlainTemplate } from '#tests/support/builders/template.ts'
import { LIST_ROUTE } from './list-address.ts'
import { AnswersListScreen } from './answers-list-screen.tsx'

afterEach(cleanup)

const AREAS = [
  { path: AREA, nombre: 'Inspección', municipio: 'Villa Serena', provincia: 'Córdoba', pais: 'Argentina' },
] as readonly SyncedArea[]

function Screen() {
  const { respuesta } = useParams({ from: LIST_ROUTE })
  return <AnswersListScreen details={respuesta === undefined ? null : <p>Open: {respuesta}</p>} />
}

async function openList(wide: boolean) {
  const template = buildPlainTemplate()
  const opened = await openScreen({
    path: LIST_ROUTE,
    screen: Screen,
    role: 'ROLE_SUPERVISOR',
    areas: AREAS,
    templates: [template],
    address: `/respuestas/listado/${template.id}`,
    wide,
  })
  await screen.findByText('There are no answers available.')
  await act(async () => {
    for (let seed = 1; seed <= 3; seed += 1)
      expect((await saveAnswer(opened.local, { mutation: buildPlainSubmit(seed) })).ok).toBe(true)
  })
  await waitFor(() => expect(screen.getAllByRole('rowheader')).toHaveLength(3))
  const links = screen.getAllByRole('link', { name: /^See answer/ })
  const ids = links.map((link) => link.getAttribute('href')?.split('/').at(-1))
  const isAt = (path: string) => waitFor(() => expect(opened.pathname()).toBe(path))
  return { ...opened, links, ids, isAt, list: `/respuestas/listado/${template.id}` }
}

describe('a list with its answer beside it', () => {
  it('goes from answer to answer with the arrows, into one with Enter, and back to its row with Escape', async () => {
    const { links, ids, isAt, list } = await openList(true)
    links[0]?.focus()
    fireEvent.click(links[0] as HTMLElement)
    await isAt(`${list}/${ids[0]}`)
    await screen.findByText(`Open: ${ids[0]}`)

    fireEvent.keyDown(links[0] as HTMLElement, { key: 'ArrowUp' })
    await isAt(`${list}/${ids[0]}`)
    fireEvent.keyDown(links[0] as HTMLElement, { key: 'ArrowDown' })
    await isAt(`${list}/${ids[1]}`)
    expect(document.activeElement).toBe(links[1])
    await waitFor(() => expect(links[1]?.getAttribute('aria-current')).toBe('page'))

    fireEvent.keyDown(links[1] as HTMLElement, { key: 'Enter' })
    const panel = await screen.findByRole('region', { name: 'Selected answer' })
    expect(document.activeElement).toBe(panel)
    fireEvent.keyDown(panel, { key: 'Escape' })
    await isAt(list)
    await waitFor(() => expect(document.activeElement).toBe(links[1]))
    expect(screen.queryByRole('region', { name: 'Selected answer' })).toBeNull()
  })

  it('moves through its rows with the arrows while no answer is open, from the search on, and to the search with a slash', async () => {
    const { links } = await openList(true)
    const field = screen.getByLabelText('Search answers')
    // Without the focus in the list there are no keys.
    fireEvent.keyDown(document.body, { key: '/' })
    expect(document.activeElement).not.toBe(field)
    fireEvent.keyDown(links[0] as HTMLElement, { key: '/' })
    expect(document.activeElement).toBe(field)
    // In a field both are characters.
    fireEvent.keyDown(field, { key: '?' })
    expect(screen.queryByRole('dialog')).toBeNull()
    fireEvent.keyDown(field, { key: 'ArrowDown' })
    expect(document.activeElement).toBe(links[0])
    fireEvent.keyDown(links[0] as HTMLElement, { key: 'ArrowDown' })
    fireEvent.keyDown(links[1] as HTMLElement, { key: 'ArrowDown' })
    expect(document.activeElement).toBe(links[2])
    fireEvent.keyDown(links[2] as HTMLElement, { key: 'ArrowDown' })
    fireEvent.keyDown(links[2] as HTMLElement, { key: 'ArrowUp' })
    expect(document.activeElement).toBe(links[1])
    fireEvent.keyDown(links[1] as HTMLElement, { key: '/', ctrlKey: true })
    expect(document.activeElement).toBe(links[1])
    fireEvent.keyDown(links[1] as HTMLElement, { key: '?', shiftKey: true })
    const keys = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
    expect(keys.textContent).toContain('Search the list')
    fireEvent.keyDown(keys, { key: '/' })
    expect(document.activeElement).not.toBe(field)
  })

  it('leaves the list with one Back after an answer was open beside it', async () => {
    const { links, ids, isAt, list, depth } = await openList(true)
    const before = depth()
    fireEvent.click(links[0] as HTMLElement)
    await isAt(`${list}/${ids[0]}`)
    await screen.findByText(`Open: ${ids[0]}`)
    fireEvent.keyDown(links[0] as HTMLElement, { key: 'ArrowDown' })
    await isAt(`${list}/${ids[1]}`)
    expect(depth()).toBe(before + 1)
    fireEvent.keyDown(links[1] as HTMLElement, { key: 'Escape' })
    await isAt(list)
    expect(depth()).toBe(before)
  })

  it('leaves the list in the place of an answer that was opened by its address', async () => {
    const { ids, isAt, list, depth, goTo } = await openList(true)
    await act(() => goTo(`${list}/${ids[0]}`))
    const before = depth()
    fireEvent.keyDown(await screen.findByRole('region', { name: 'Selected answer' }), { key: 'Escape' })
    await isAt(list)
    expect(depth()).toBe(before)
  })

  it('opens answers on a page of their own where there is no room', async () => {
    const { links, ids } = await openList(false)
    expect(links.map((link) => link.getAttribute('href'))).toEqual(ids.map((id) => `/ver/${id}`))
  })
})
