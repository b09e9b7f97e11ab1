/** A code in a picture. */
export type FoundCode = {
  /** what it says; never empty */
  readonly text: string
  /** how it is written, as the browser names it: `qr_code`, `ean_13` */
  readonly format: string
}

/** @returns the codes in a picture, each once; none where a picture cannot be looked at */
export type CodeReader = (picture: HTMLVideoElement | ImageBitmap) => Promise<readonly FoundCode[]>

// The browser's own (Shape Detection, a draft of the W3C's incubator); TypeScript does not know it.
type Detector = {
  readonly detect: (picture: ImageBitmapSource) => Promise<readonly { rawValue: string; format: string }[]>
}
type DetectorClass = {
  readonly getSupportedFormats: () => Promise<readonly string[]>
  new (options: { readonly formats: readonly string[] }): Detector
}

const READERS = new WeakMap<DetectorClass, Promise<CodeReader | null>>()

/** @returns what reads codes on this device, or null where nothing does; asked of the browser once */
export function codeReader(): Promise<CodeReader | null> {
  const { BarcodeDetector: Found } = globalThis as { readonly BarcodeDetector?: DetectorClass }
  if (Found === undefined) return Promise.resolve(null)
  const known = READERS.get(Found) ?? readerOf(Found).catch(() => null)
  READERS.set(Found, known)
  return known
}

async function readerOf(Found: DetectorClass): Promise<CodeReader | null> {
  // A browser may have the class, and nothing behind it: Android brings the reading itself only with Google's services.
  const formats = (await Found.getSupportedFormats()).filter((format) => format !== 'unknown')
  if (formats.length === 0) return null
  const detector = new Found({ formats })
  return async (picture) => {
    try {
      return eachOnce(await detector.detect(picture))
    } catch {
      // A camera that has not begun or has just ended: its next picture tells.
      return []
    }
  }
}

function eachOnce(seen: Awaited<ReturnType<Detector['detect']>>): readonly FoundCode[] {
  const codes = new Map(
    seen.map(({ rawValue, format }) => [`${format} ${rawValue}`, { text: rawValue, format }] as const),
  )
  return [...codes.values()].filter(({ text }) => text.trim() !== '')
}
