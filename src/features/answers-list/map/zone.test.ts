// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { parseMapPosition, formatMapPosition } from './answers-map.tsx'

describe('where someone is on the map', () => {
  it('comes back from the address', () => {
    const at = { centre: { latitude: -31.4213, longitude: -64.1832 }, zoom: 6 }
    expect(formatMapPosition(at)).toBe('-31.4213,-64.1832,6')
    expect(parseMapPosition(formatMapPosition(at))).toEqual(at)
  })

  it.each([undefined, '', 'x', '1,2', '91,0,6', '0,181,6', '0,0,4', '0,0,19', '1,2,3,4', 'NaN,0,6', '0,0,6x'])(
    'is nowhere for %j',
    (text) => {
      expect(parseMapPosition(text)).toBeUndefined()
    },
  )
})
