// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { prepare, showPanels, type Server } from '#tests/support/screens/show-panels.tsx'

beforeEach(prepare)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]
const JPEG = [0xff, 0xd8, 0xff, 0xe0, 1]
const HASH = 'a'.repeat(64)
const URL_OF = `/api/templates/comercios/images/${HASH}`
const stored: Server = () => ({ status: 200, body: { url: URL_OF, sha256: HASH, bytes: 11, type: 'image/png' } })

/** A chosen file with these bytes; jsdom's own cannot be read. */
function file(bytes: readonly number[], size = bytes.length): File {
  return Object.defineProperties(new File([], 'head.png'), {
    size: { value: size },
    arrayBuffer: { value: async () => new Uint8Array(bytes).buffer },
  })
}

function show(server: Server, headerImageURL?: string) {
  return showPanels(
    { opcionales: { headerImg: true }, ...(headerImageURL === undefined ? {} : { headerImageURL }) },
    { server },
  )
}
function chooseFile(chosen: File): void {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (input === null) throw new Error('no chooser')
  fireEvent.change(input, { target: { files: [chosen] } })
}

describe('uploading the header image', () => {
  it.each([
    ['png', PNG],
    ['jpeg', JPEG],
  ] as const)('a %s goes to the server, then into the form, and is shown', async (_kind, bytes) => {
    const { form, requests } = show(stored)
    chooseFile(file(bytes))
    await screen.findByText('The image was uploaded')
    expect(requests[0]).toMatchObject({ path: '/api/templates/comercios/images', init: { method: 'POST' } })
    expect(Array.from(requests[0]?.init.body as Uint8Array)).toEqual([...bytes])
    expect(form().headerImageURL).toBe(URL_OF)
    expect(screen.getByRole('img', { name: 'Preview: Header image' }).getAttribute('src')).toBe(URL_OF)
  })

  it('tells the recommended size', () => {
    show(stored)
    expect(screen.getByText('PNG or JPEG, up to 5 MB. Recommended size: 1280 x 150 px.')).toBeTruthy()
  })

  it('refuses what is too large and what is no png or jpeg, whatever it is called, without asking the server', async () => {
    const { form, requests } = show(stored)
    chooseFile(file(PNG, 5 * 1024 * 1024 + 1))
    await screen.findByText('The image is too large.')
    chooseFile(file([0x47, 0x49, 0x46, 0x38]))
    await screen.findByText('Invalid file format.')
    expect(requests).toEqual([])
    expect(form().headerImageURL).toBeUndefined()
  })

  it('takes exactly 5 MB', async () => {
    show(stored)
    chooseFile(file(PNG, 5 * 1024 * 1024))
    await screen.findByText('The image was uploaded')
  })

  it.each([
    ['a cut line', () => new Error('cut')],
    ['a failing server', () => ({ status: 500, body: { error: { code: 'server.failed' } } })],
  ] satisfies readonly (readonly [string, Server])[])(
    'says that it failed over %s, and the old image stays',
    async (_what, server) => {
      const { form } = show(server, URL_OF)
      chooseFile(file(PNG))
      await screen.findByText(/The image could not be uploaded/)
      expect(form().headerImageURL).toBe(URL_OF)
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Replace image' }).disabled).toBe(false)
    },
  )

  it('says what the server found wrong with it', async () => {
    show(() => ({ status: 415, body: { error: { code: 'file.wrong-type' } } }))
    chooseFile(file(PNG))
    await screen.findByText('Invalid file format.')
  })
})

describe('removing the header image', () => {
  const remove = (): void => void fireEvent.click(screen.getByRole('button', { name: 'Remove image' }))

  it('takes it from the server, then from the form', async () => {
    const { form, requests } = show(() => ({ status: 204 }), URL_OF)
    remove()
    await vi.waitFor(() => expect(form().headerImageURL).toBeUndefined())
    expect(requests).toMatchObject([{ path: URL_OF, init: { method: 'DELETE' } }])
    expect(screen.getByRole('button', { name: 'Choose image' })).toBeTruthy()
  })

  it.each([
    ['another form', '/api/templates/comercios'],
    ['an image of another form', `/api/templates/otra/images/${HASH}`],
    ['an answer', '/api/answers/x'],
    ['another server', 'https://elsewhere.example/a.png'],
  ])(
    'whose address is that of %s takes it from the form only: nothing is asked of that address',
    async (_what, url) => {
      const { form, requests } = show(() => ({ status: 204 }), url)
      expect(screen.queryByRole('img')).toBeNull()
      remove()
      await vi.waitFor(() => expect(form().headerImageURL).toBeUndefined())
      expect(requests).toEqual([])
    },
  )

  it('that fails is said, and the image stays', async () => {
    const { form } = show(() => ({ status: 500, body: { error: { code: 'server.failed' } } }), URL_OF)
    remove()
    await screen.findByText(/The image could not be deleted/)
    expect(form().headerImageURL).toBe(URL_OF)
  })

  it('of one that the server no longer has is done', async () => {
    const { form } = show(() => ({ status: 404, body: { error: { code: 'request.not-found' } } }), URL_OF)
    remove()
    await vi.waitFor(() => expect(form().headerImageURL).toBeUndefined())
  })
})
