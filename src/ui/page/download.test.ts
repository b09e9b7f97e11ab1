// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest'
import { downloadImage, buildImageName } from './download.ts'

afterEach(() => vi.unstubAllGlobals())

it('names an image by the moment at which it is saved, and by what it is', () => {
  expect(buildImageName(new Date(2026, 2, 5, 9, 7, 3), 'image/jpeg')).toBe('img-05-03-2026_09-07-03.jpg')
  expect(buildImageName(new Date(2026, 10, 25, 19, 17, 33), 'image/png')).toBe('img-25-11-2026_19-17-33.png')
})

it('opens an image whose bytes cannot be had in a new tab', async () => {
  const opened = vi.fn()
  vi.stubGlobal('open', opened)
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  await downloadImage('/api/files/a', 'image/png')
  expect(opened).toHaveBeenCalledWith('/api/files/a', '_blank', 'noopener')
})

it('takes bytes of this device without asking anybody', async () => {
  const asked = vi.fn()
  vi.stubGlobal('fetch', asked)
  const names: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  await downloadImage('blob:x', 'image/png')
  expect(asked).not.toHaveBeenCalled()
  expect(names[0]).toMatch(/^img-\d\d-\d\d-\d{4}_\d\d-\d\d-\d\d\.png$/)
})
