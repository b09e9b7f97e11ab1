export type FoundCode = {
  /** content; never empty */
  readonly text: string
  /** format as named by the browser: `qr_code`, `ean_13` */
  readonly format: string
}

/** @returns the codes in a picture, without duplicates; empty if the picture cannot be read */
export type CodeReader = (picture: HTMLVideoElement | ImageBitmap) => Promise<readonly FoundCode[]>

// The browser's own detector (Shape Detection, a W3C draft), missing in TypeScript.
type Detector = {
  readonly detect: (picture: ImageBitmapSource) => Promise<readonly { rawValue: string; format: string }[]>
}
type DetectorClass = {
  readonly getSupportedFormats: () => Promise<readonly string[]>
  new (options: { readonly formats: readonly string[] }): Detector
}

const READERS = new WeakMap<DetectorClass, Promise<CodeReader | null>>()

/** @returns the code reader of this device, or null without one; queried from the browser once */
export function openCodeReader(): Promise<CodeReader | null> {
  const { BarcodeDetector: Found } = globalThis as { readonly BarcodeDetector?: DetectorClass }
  if (Found === undefined) return Promise.resolve(null)
  const known = READERS.get(Found) ?? createCodeReader(Found).catch(() => null)
  READERS.set(Found, known)
  return known
}

async function createCodeReader(Found: DetectorClass): Promise<CodeReader | null> {
  // The class may exist without an implementation, as on Android without Google's services.
  const formats = (await Found.getSupportedFormats()).filter((format) => format !== 'unknown')
  if (formats.length === 0) return null
  const detector = new Found({ formats })
  return async (picture) => {
    try {
      return dropDuplicateCodes(await detector.detect(picture))
    } catch {
      // `detect` fails while the camera is starting or after it has ended.
      return []
    }
  }
}

function dropDuplicateCodes(seen: Awaited<ReturnType<Detector['detect']>>): readonly FoundCode[] {
  const codes = new Map(
    seen.map(({ rawValue, format }) => [`${format} ${rawValue}`, { text: rawValue, format }] as const),
  )
  return [...codes.values()].filter(({ text }) => text.trim() !== '')
}
