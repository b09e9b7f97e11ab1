import { afterEach, describe, expect, it, vi } from 'vitest'
import { openCamera } from './camera.ts'

type Track = { stop: () => void; addEventListener: (type: string, listener: () => void) => void }

function trackThat(more: object = {}) {
  const listeners: (() => void)[] = []
  const stop = vi.fn()
  const track: Track = { stop, addEventListener: (_, listener) => void listeners.push(listener), ...more }
  return { track, stop, end: () => listeners.forEach((listener) => listener()) }
}

function deviceThat(getUserMedia: (asked: MediaStreamConstraints) => Promise<unknown>) {
  const asked = vi.fn(getUserMedia)
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia: asked } })
  return asked
}
const streamOf = (...tracks: readonly Track[]) => ({ getTracks: () => tracks, getVideoTracks: () => tracks })

afterEach(() => void vi.unstubAllGlobals())

describe('a camera', () => {
  it('is the one at the back where there are two, and never a microphone', async () => {
    const asked = deviceThat(async () => streamOf(trackThat().track))
    await openCamera(() => undefined)
    expect(asked).toHaveBeenCalledExactlyOnceWith({
      audio: false,
      video: expect.objectContaining({ facingMode: { ideal: 'environment' } }),
    })
  })

  it('stops when it is closed, and tells when something takes it away', async () => {
    const { track, stop, end } = trackThat()
    deviceThat(async () => streamOf(track))
    const ended = vi.fn()
    const camera = await openCamera(ended)
    end()
    expect(ended).toHaveBeenCalledOnce()
    if (typeof camera === 'string') throw new Error(camera)
    expect(camera.light).toBeUndefined()
    camera.close()
    expect(stop).toHaveBeenCalledOnce()
  })

  it('has a light where its track has one', async () => {
    const applyConstraints = vi.fn(async () => undefined)
    deviceThat(async () => streamOf(trackThat({ applyConstraints, getCapabilities: () => ({ torch: true }) }).track))
    const camera = await openCamera(() => undefined)
    if (typeof camera === 'string') throw new Error(camera)
    await camera.light?.(true)
    expect(applyConstraints).toHaveBeenCalledExactlyOnceWith({ advanced: [{ torch: true }] })
  })

  it.each([
    ['NotAllowedError', 'refused'],
    ['SecurityError', 'refused'],
    ['NotFoundError', 'none'],
    ['OverconstrainedError', 'none'],
    ['NotReadableError', 'busy'],
    ['AbortError', 'busy'],
  ])('that is not given, %s, is told as %s', async (name, expected) => {
    deviceThat(() => Promise.reject(new DOMException('no', name)))
    expect(await openCamera(() => undefined)).toBe(expected)
  })

  it('is none on a page without HTTPS, and in a stream without pictures', async () => {
    vi.stubGlobal('navigator', {})
    expect(await openCamera(() => undefined)).toBe('none')
    deviceThat(async () => streamOf())
    expect(await openCamera(() => undefined)).toBe('none')
  })
})
