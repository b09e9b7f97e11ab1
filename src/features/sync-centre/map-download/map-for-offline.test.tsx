// @vitest-environment jsdom
import { notices, open, press, stubBrowser } from '#tests/support/screens/sync-centre.tsx'
import { AUTHOR_PROFILE } from '#tests/support/device/profile.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openMapDownloads, openMapTiles } from '#local/map/index.ts'
import { setSessionPhase } from '#ui/index.ts'

stubBrowser()

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const CENTRE = { latitude: -31.42, longitude: -64.18 }
const image = () => new Response(Uint8Array.from(PNG))
/** 30 KB, like a detailed tile. */
const busy = () => new Response(Uint8Array.from([...PNG, ...new Uint8Array(30_000)]))
const refusal = (status: number, code: string) => Response.json({ error: { code } }, { status })
const cut = (): never => {
  throw new TypeError('cut')
}

let asked: string[] = []
let reply = (): Response => image()
const clean = async () => {
  await openMapDownloads().remove()
  await openMapTiles().clear()
}
beforeEach(async () => {
  await clean()
  await openMapTiles().keepFacts({ layers: [{ layer: 'default', attribution: '© Tiles' }], geocoder: false })
  asked = []
  reply = image
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    return reply()
  })
})
afterEach(clean)

/** The screen of an inspector whose municipality has a centre. */
async function openCentre(): Promise<void> {
  await open()
  act(() => centred())
  await waitFor(() => expect((button('Download map') as HTMLButtonElement).disabled).toBe(false))
}
const centred = () =>
  setSessionPhase({
    kind: 'authenticated',
    profile: { ...AUTHOR_PROFILE, municipality: { ...AUTHOR_PROFILE.municipality, ubicacion: CENTRE } },
  })
const button = (name: string, place: HTMLElement = document.body) => within(place).getByRole('button', { name })
async function openDialog(): Promise<HTMLElement> {
  await press('Download map')
  return screen.findByRole('dialog', { name: 'Download map' })
}
/** A village, so that there is little to download. */
async function begin(): Promise<void> {
  const dialog = await openDialog()
  fireEvent.click(await within(dialog).findByRole('radio', { name: /^2 km/ }))
  await press('Download', dialog)
}
const part = async () => screen.findByRole('list', { name: 'Map for offline use' })

describe('the map for offline use', () => {
  it('needs a place to lie around, and says who gives it', async () => {
    await open()
    await screen.findByText(/An administrator must set the centre/)
    expect(screen.queryByRole('button', { name: 'Download map' })).toBeNull()
  })

  it('asks for nothing before someone wants it, and tells how large it is before it fetches it', async () => {
    await openCentre()
    expect(asked).toEqual([])
    reply = busy
    const dialog = await openDialog()
    const radios = await within(dialog).findAllByRole<HTMLInputElement>('radio')
    expect(radios.map(({ value, checked }) => [value, checked])).toEqual([
      ['2', false],
      ['5', false],
      ['10', true],
      ['25', false],
    ])
    const sizes = within(dialog)
      .getAllByText(/^About/)
      .map(({ textContent }) => Number(/About ([\d.]+) MB/.exec(textContent)?.[1]))
    expect(sizes.every((size) => size > 1 && size <= 210)).toBe(true)
    // The largest one omits details to stay below its limit.
    expect(within(dialog).getAllByText(/less detail, to reduce the download/).length).toBeGreaterThan(0)
    expect(asked.length).toBeLessThan(40)
    await press('Cancel', dialog)
    expect(await openMapDownloads().read()).toBeUndefined()
  })

  it('shows how far it is, is whole in the end, counts as space, and goes when someone has confirmed it', async () => {
    await openCentre()
    await begin()
    const list = await part()
    const whereFocusIs = () => document.activeElement?.getAttribute('aria-label')
    await waitFor(() => expect(whereFocusIs()).toBe('Map for offline use'))
    await screen.findByRole('progressbar', { name: /^Map downloaded: \d+%$/ })
    within(list).getByText(/^Parts: \d.* of [\d,]+$/)
    await screen.findByText('Maps available offline')
    expect(screen.queryByRole('progressbar')).toBeNull()
    const whole = await openMapDownloads().read()
    expect([whole?.tiles === whole?.total, whole?.going]).toEqual([true, false])
    within(await screen.findByRole('list', { name: 'Storage on this device' })).getByText('Map for offline use')

    await press('Remove', await part())
    const dialog = await screen.findByRole('dialog', { name: 'Remove the downloaded map?' })
    expect(await openMapDownloads().read()).toBeDefined()
    await press('Remove map', dialog)
    await screen.findByRole('button', { name: 'Download map' })
    await waitFor(() => expect(whereFocusIs()).toBe('Map for offline use'))
    expect(await openMapDownloads().read()).toBeUndefined()
  })

  it('waits without a connection, is paused and continues where it was', async () => {
    await openCentre()
    const dialog = await openDialog()
    fireEvent.click(await within(dialog).findByRole('radio', { name: /^2 km/ }))
    reply = cut
    await press('Download', dialog)
    await screen.findByText('Waiting for a connection')
    await press('Pause', await part())
    await screen.findByText('Paused')
    reply = image
    await press('Resume', await part())
    await screen.findByText('Maps available offline')
  })

  it('says so when some parts of it could not be obtained, and asks for them again', async () => {
    await openCentre()
    const dialog = await openDialog()
    fireEvent.click(await within(dialog).findByRole('radio', { name: /^2 km/ }))
    reply = () => (asked.length % 40 === 0 ? refusal(502, 'map.tile-failed') : image())
    await press('Download', dialog)
    expect((await screen.findByRole('alert')).textContent).toContain('Some parts of the map could not be downloaded')
    expect(screen.getByText('Paused').closest('[role=status]')).not.toBeNull()
    reply = image
    await press('Resume', await part())
    await screen.findByText('Maps available offline')
  })

  it('says why it stopped', async () => {
    await openCentre()
    const dialog = await openDialog()
    fireEvent.click(await within(dialog).findByRole('radio', { name: /^2 km/ }))
    reply = () => refusal(403, 'map.download-not-allowed')
    await press('Download', dialog)
    expect((await screen.findByRole('alert')).textContent).toContain('does not allow downloads')
    button('Resume', await part())
  })

  it.each([
    ['its provider does not allow it', () => refusal(403, 'map.download-not-allowed'), /does not allow downloads/],
    ['there is no map', () => refusal(501, 'connector.not-configured'), 'Maps are not available on this server.'],
    ['there is no connection', cut, /Connect to the internet to see the download size/],
  ])('says so when %s, and tries again when somebody asks', async (_, failing, words) => {
    await openCentre()
    reply = failing
    const dialog = await openDialog()
    await within(dialog).findByText(words)
    expect((button('Download', dialog) as HTMLButtonElement).disabled).toBe(true)
    reply = image
    await press('Try again', dialog)
    await within(dialog).findAllByRole('radio')
    expect(notices()).toEqual([])
  })

  it('is not begun where it would leave no room for photos', async () => {
    const storage = { estimate: async () => ({ usage: 0, quota: 360_000_000 }), persisted: async () => true }
    Object.defineProperty(navigator, 'storage', { configurable: true, value: storage })
    await openCentre()
    reply = busy
    const dialog = await openDialog()
    const radios = await within(dialog).findAllByRole<HTMLInputElement>('radio')
    expect(radios.map(({ disabled }) => disabled)).toEqual([false, true, true, true])
    within(dialog).getAllByText(/would not leave enough space for photos/)
    // The best fit is preselected.
    expect(radios.map(({ checked }) => checked)).toEqual([true, false, false, false])
    expect((button('Download', dialog) as HTMLButtonElement).disabled).toBe(false)
  })

  it('cannot be begun where nothing of it fits', async () => {
    const storage = { estimate: async () => ({ usage: 0, quota: 200_000_000 }), persisted: async () => true }
    Object.defineProperty(navigator, 'storage', { configurable: true, value: storage })
    await openCentre()
    const dialog = await openDialog()
    const radios = await within(dialog).findAllByRole<HTMLInputElement>('radio')
    expect(radios.map(({ disabled, checked }) => disabled && !checked)).toEqual([true, true, true, true])
    expect((button('Download', dialog) as HTMLButtonElement).disabled).toBe(true)
  })
})
