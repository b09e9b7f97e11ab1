// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, configure, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { FileClaim } from '#domain/answering/index.ts'
import { MAX_FILES_PER_ANSWER, ok, refuse } from '#domain/kernel/index.ts'
import { numberedRows } from '#tests/support/builders/numbered-rows.ts'
import { claimFor } from '#tests/support/builders/submit.ts'
import { question, section, templateOf } from '#tests/support/builders/form-parts.ts'
import { FormContextProvider } from '../form/form-context.ts'
import { createFormStore } from '../form/form-store.ts'
import { setValue } from '../form/form-actions.ts'
import { PhotoRows } from './photo-rows.tsx'
import { SectionPanel } from '../sections/section-panel.tsx'

configure({ asyncUtilTimeout: 10_000 })
// jsdom draws no pictures: camera pictures are used unchanged, and `bad` cannot be read.
vi.mock('./capture.ts', () => ({
  captureFile: async (_: string, file: File) =>
    file.name === 'bad.jpg'
      ? refuse('file.wrong-type')
      : ok({ claim: claimFor(file.name, 'image/jpeg', file.name), data: new ArrayBuffer(1) }),
}))
beforeEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(cleanup)

const photo = question(1, { adjuntar: true })
const TREES = section(0, [question(0), photo], { repetible: true, nombreFila: 'tree' })

async function show(trees = TREES) {
  const form = numberedRows(createFormStore(templateOf([trees])))
  const stored: FileClaim[] = []
  let isFree: Promise<void> | undefined
  /** delays the device's storage until released */
  const hold = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    isFree = promise
    return resolve
  }
  const attach = vi.fn(async (claim: FileClaim) => {
    await isFree
    stored.push(claim)
    return ok(undefined)
  })
  const files = { attach, replace: async () => ok(undefined), load: async () => undefined }
  const { container } = render(
    <I18nProvider i18n={i18n}>
      <MantineProvider env="test">
        <FormContextProvider value={{ form, files, capture: { PhotoRows, ScanCode: () => null } }}>
          <SectionPanel section={trees} number={1} />
        </FormContextProvider>
      </MantineProvider>
    </I18nProvider>,
  )
  const choose = async (which: 'camera' | 'gallery', ...names: readonly string[]): Promise<void> => {
    const [camera, gallery] = (await screen.findByRole('group', { name: 'Several photos' })).querySelectorAll('input')
    const input = which === 'camera' ? camera : gallery
    if (input === undefined) throw new Error('There is no such button')
    const chosen = names.map((name) => new File(['x'], name, { type: 'image/jpeg' }))
    fireEvent.change(input, { target: { files: chosen } })
  }
  const settled = () => act(async () => void (await form.captures.settled()))
  const take = async (...taken: Parameters<typeof choose>): Promise<void> => {
    await choose(...taken)
    await settled()
  }
  const photos = () =>
    Object.entries(form.state.getState().content.values).flatMap(([address, { imagen }]) => {
      const claim = stored.find(({ sha256 }) => sha256 === imagen)
      return claim === undefined ? [] : [[address, claim.name]]
    })
  return { form, take, choose, settled, photos, container, hold }
}

describe('photos in a row', () => {
  it('each fill a row, chosen together or taken one after the other', async () => {
    const { form, take, photos } = await show()
    await take('gallery', 'a.jpg', 'b.jpg')
    await take('camera', 'c.jpg')
    expect(photos()).toEqual([
      ['0/1', 'a.jpg'],
      ['0/r0/1', 'b.jpg'],
      ['0/r1/1', 'c.jpg'],
    ])
    expect(form.state.getState().content.rows).toEqual({ 0: ['0', '1'] })
    expect(screen.getByText('Photos added: 1 of 1.')).toBeTruthy()
    expect(screen.getByText('One photo is added for each tree.')).toBeTruthy()
  })

  it('leave a row alone that someone has begun', async () => {
    const { form, take, photos } = await show()
    act(() => setValue(form, '0/0' as never, { respuesta: 'oak' }))
    await take('camera', 'a.jpg')
    expect(photos()).toEqual([['0/r0/1', 'a.jpg']])
    expect(form.state.getState().content.values).toMatchObject({ '0/0': { respuesta: 'oak' } })
  })

  it('of which one cannot be read name it, and keep the others', async () => {
    const { take, photos } = await show()
    await take('gallery', 'a.jpg', 'bad.jpg', 'c.jpg')
    expect(photos().map(([, name]) => name)).toEqual(['a.jpg', 'c.jpg'])
    expect(screen.getByText('Photos added: 2 of 3.')).toBeTruthy()
    expect(screen.getByText('bad.jpg: Invalid file format. Choose a complete, static PNG or JPEG image.')).toBeTruthy()
  })

  it('say how many were left over when the answer holds no more', async () => {
    const { form, take, photos } = await show()
    // In a section that is not on screen.
    const elsewhere = Array.from({ length: MAX_FILES_PER_ANSWER - 1 }, (_, row) => [
      `1/r${row}/1`,
      { imagen: claimFor(`photo ${row}`).sha256 },
    ])
    act(() => {
      const { content } = form.state.getState()
      form.state.setState({ content: { ...content, values: Object.fromEntries(elsewhere) } })
    })
    await take('gallery', 'a.jpg', 'b.jpg', 'c.jpg')
    expect(screen.getByText('2 photos were not added: the limit was reached.')).toBeTruthy()
    expect(photos()).toEqual([['0/1', 'a.jpg']])
  })

  it('that are taken while others are stored wait for their turn, and the button stays under the finger', async () => {
    const { choose, settled, photos, container, hold } = await show()
    const release = hold()
    await choose('gallery', 'a.jpg', 'b.jpg')
    await screen.findByText('Photos added: 0 of 2.')
    expect([...container.querySelectorAll('button')].filter(({ disabled }) => disabled)).toEqual([])
    await choose('camera', 'c.jpg')
    await screen.findByText('Photos added: 0 of 3.')
    release()
    await settled()
    expect(photos().map(([, name]) => name)).toEqual(['a.jpg', 'b.jpg', 'c.jpg'])
    expect(screen.getByText('Photos added: 3 of 3.')).toBeTruthy()
  })

  it('are not forgotten with a section that is folded in the meantime: what could not be taken is said when it is unfolded', async () => {
    const { choose, settled, photos, hold } = await show()
    const release = hold()
    await choose('gallery', 'a.jpg', 'bad.jpg')
    await screen.findByText('Photos added: 0 of 2.')
    const title = screen.getByRole('button', { expanded: true })
    fireEvent.click(title)
    expect(screen.queryByRole('group', { name: 'Several photos' })).toBeNull()
    release()
    await settled()
    fireEvent.click(title)
    await screen.findByText('bad.jpg: Invalid file format. Choose a complete, static PNG or JPEG image.')
    expect(photos().map(([, name]) => name)).toEqual(['a.jpg'])
  })

  it('are asked about before the page goes, as long as some are on their way', async () => {
    const { choose, settled, hold } = await show()
    const goes = () => dispatchEvent(new Event('beforeunload', { cancelable: true }))
    expect(goes()).toBe(true)
    const release = hold()
    await choose('gallery', 'a.jpg')
    await screen.findByText('Photos added: 0 of 1.')
    expect(goes()).toBe(false)
    release()
    await settled()
    expect(goes()).toBe(true)
  })

  it('are not offered where two questions take one, nor where nothing repeats', async () => {
    await show({ ...TREES, preguntas: [photo, { ...photo, orden: 2 }] })
    await show({ ...TREES, repetible: false })
    await act(async () => new Promise((resolve) => setTimeout(resolve, 50)))
    expect(screen.queryByRole('group', { name: 'Several photos' })).toBeNull()
  })
})
