import { describe, expect, it } from 'vitest'
import { readExternalSystemAddresses } from './connect.ts'

const OSM = { MAP_TILES_URL: 'https://tiles.example/{z}/{x}/{y}.png?key=k', MAP_TILES_ATTRIBUTION: ' © Tiles ' }

describe('who draws the map', () => {
  it('comes from the environment, a provider for each layer; what is empty is missing', () => {
    expect(readExternalSystemAddresses({ ...OSM, MAP_SATELLITE_URL: '', MAP_SATELLITE_TOKEN: 't' })).toEqual({
      tiles: { default: { template: OSM.MAP_TILES_URL, attribution: '© Tiles' } },
    })
    expect(
      readExternalSystemAddresses({
        MAP_SATELLITE_URL: OSM.MAP_TILES_URL,
        MAP_SATELLITE_ATTRIBUTION: 'x',
        MAP_SATELLITE_TOKEN: 't',
      }),
    ).toEqual({ tiles: { satellite: { template: OSM.MAP_TILES_URL, attribution: 'x', token: 't' } } })
  })

  it.each([
    'https://tiles.example/{z}/{x}.png',
    'https://{z}.example/{x}/{y}.png',
    'https://tiles.example.{x}/{z}/{y}',
    'ftp://tiles.example/{z}/{x}/{y}',
    'file:///{z}/{x}/{y}',
    'tiles.example/{z}/{x}/{y}',
  ])('is a host that depends on nothing that is asked for: %s is refused', (url) => {
    expect(readExternalSystemAddresses({ ...OSM, MAP_TILES_URL: url })).toEqual({ wrong: 'MAP_TILES_URL' })
  })

  it('is fetched in advance only where someone says that it is allowed, and is drawn', () => {
    const both = { ...OSM, MAP_SATELLITE_URL: OSM.MAP_TILES_URL, MAP_SATELLITE_ATTRIBUTION: 'x' }
    expect(readExternalSystemAddresses({ ...both, MAP_DOWNLOAD: 'allowed' })).toMatchObject({
      tiles: { default: { downloads: true } },
    })
    const denied = [{ ...both }, { ...both, MAP_DOWNLOAD: '' }].map((environment) =>
      readExternalSystemAddresses(environment),
    )
    const above = readExternalSystemAddresses({ ...both, MAP_TILES_URL: '', MAP_DOWNLOAD: 'allowed' })
    expect(JSON.stringify([...denied, above])).not.toContain('downloads')
    expect(readExternalSystemAddresses({ ...both, MAP_DOWNLOAD: '1' })).toEqual({ wrong: 'MAP_DOWNLOAD' })
  })

  it('is named on every map: without an attribution there is no start', () => {
    expect(readExternalSystemAddresses({ MAP_TILES_URL: OSM.MAP_TILES_URL })).toEqual({
      wrong: 'MAP_TILES_ATTRIBUTION',
    })
  })
})
