import { vi } from 'vitest'

export type SeenCode = { readonly rawValue: string; readonly format: string }

/**
 * Fakes a camera and the browser's detector of these formats until `vi.unstubAllGlobals`.
 * @param seen codes in front of the camera @param stop called when the camera is released
 */
export function standInCodeReader(
  formats: readonly string[],
  seen: () => readonly SeenCode[],
  stop: () => void = () => undefined,
): void {
  class BarcodeDetector {
    static readonly getSupportedFormats = async () => formats
    readonly detect = async () => seen()
  }
  vi.stubGlobal('BarcodeDetector', BarcodeDetector)
  const track = { stop, addEventListener: () => undefined }
  const stream = { getTracks: () => [track], getVideoTracks: () => [track] }
  const mediaDevices = { getUserMedia: async () => stream }
  // The getters of `navigator` work on the original only.
  const own = { mediaDevices: { value: mediaDevices }, language: { value: 'en' } }
  vi.stubGlobal('navigator', Object.create(navigator, own))
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue(undefined)
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue(undefined)
}
