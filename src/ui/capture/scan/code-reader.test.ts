import { afterEach, describe, expect, it, vi } from 'vitest'
import { openCodeReader } from './code-reader.ts'

const PICTURE = {} as ImageBitmap

/** A fake of the browser's own class. */
function browserThat(
  formats: () => Promise<readonly string[]>,
  detect: () => Promise<unknown> = () => Promise.resolve([]),
) {
  const asked: unknown[] = []
  class BarcodeDetector {
    static readonly getSupportedFormats = vi.fn(formats)
    readonly detect = detect
    constructor(options: unknown) {
      asked.push(options)
    }
  }
  vi.stubGlobal('BarcodeDetector', BarcodeDetector)
  return { asked, BarcodeDetector }
}

afterEach(() => void vi.unstubAllGlobals())

describe('what reads codes', () => {
  it('is nothing in a browser that cannot, that knows no format, or that does not say', async () => {
    vi.stubGlobal('BarcodeDetector', undefined)
    expect(await openCodeReader()).toBeNull()
    browserThat(async () => [])
    expect(await openCodeReader()).toBeNull()
    browserThat(async () => ['unknown'])
    expect(await openCodeReader()).toBeNull()
    browserThat(() => Promise.reject(new Error('no service')))
    expect(await openCodeReader()).toBeNull()
  })

  it('reads every format that the browser knows, and asks it once', async () => {
    const { asked, BarcodeDetector } = browserThat(async () => ['qr_code', 'unknown', 'ean_13'])
    const reader = await openCodeReader()
    expect(await openCodeReader()).toBe(reader)
    expect(BarcodeDetector.getSupportedFormats).toHaveBeenCalledOnce()
    // A detector that is asked for the format `unknown` counts as missing.
    expect(asked).toEqual([{ formats: ['qr_code', 'ean_13'] }])
  })

  it('says each code once, and none that says nothing', async () => {
    const code = { rawValue: 'EXT-0042', format: 'code_128', boundingBox: {}, cornerPoints: [] }
    browserThat(
      async () => ['code_128'],
      async () => [code, { ...code, rawValue: '' }, code, { ...code, rawValue: '  ' }, { ...code, format: 'qr_code' }],
    )
    expect(await (await openCodeReader())?.(PICTURE)).toEqual([
      { text: 'EXT-0042', format: 'code_128' },
      { text: 'EXT-0042', format: 'qr_code' },
    ])
  })

  it('sees nothing in a picture that cannot be looked at', async () => {
    browserThat(
      async () => ['qr_code'],
      () => Promise.reject(new DOMException('not yet', 'InvalidStateError')),
    )
    expect(await (await openCodeReader())?.(PICTURE)).toEqual([])
  })
})
