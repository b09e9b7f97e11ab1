import { describe, expect, it } from 'vitest'
import { readExternalSystemAddresses, connectSystems } from './connect.ts'

const deps = {
  fetch: () => Promise.reject(new Error('nobody asks')),
  timeout: () => new AbortController().signal,
  failed: () => {},
}

describe('the addresses of outside systems', () => {
  it('come from the environment, with their tokens; what is missing or empty is not connected', () => {
    expect(readExternalSystemAddresses({})).toEqual({})
    expect(readExternalSystemAddresses({ MUNICORE_URL: '', MUNICORE_TOKEN: 'x', TURNERO_TOKEN: 'y' })).toEqual({})
    expect(
      readExternalSystemAddresses({
        MUNICORE_URL: 'https://gestion.example/api',
        MUNICORE_TOKEN: 'x',
        MUNICORE_AWS_URL: 'https://aws.example',
        TURNERO_URL: 'http://turnos.local:81',
        TURNERO_PAGE_URL: 'https://turnos.example/reservar',
        PORTAL_URL: 'https://portal.example',
        PORTAL_TOKEN: 'p',
        CIUDADANOS_URL: 'https://ciudadanos.example',
      }),
    ).toEqual({
      municipalSystem: { name: 'municipalSystem', url: 'https://gestion.example/api', token: 'x' },
      municipalSystemAws: { name: 'municipalSystemAws', url: 'https://aws.example' },
      booking: { name: 'booking', url: 'http://turnos.local:81' },
      bookingPage: 'https://turnos.example/reservar',
      citizenPortal: { name: 'citizenPortal', url: 'https://portal.example', token: 'p' },
      citizens: { name: 'citizens', url: 'https://ciudadanos.example' },
    })
  })

  it.each(['gestion.example', 'ftp://gestion.example', 'file:///etc/passwd', 'javascript:alert(1)', 'http://'])(
    '%s is none',
    (url) => {
      expect(readExternalSystemAddresses({ TURNERO_URL: url })).toEqual({ wrong: 'TURNERO_URL' })
    },
  )

  it('give a client each; the other cloud alone is no system', () => {
    const at = { name: 'x', url: 'https://x.example' }
    expect(Object.keys(connectSystems(deps, {}))).toEqual([])
    expect(Object.keys(connectSystems(deps, { booking: at }))).toEqual(['booking'])
    expect(Object.keys(connectSystems(deps, { citizenPortal: at }))).toEqual(['citizenPortal', 'citizenLogin'])
    expect(Object.keys(connectSystems(deps, { municipalSystemAws: at }))).toEqual([])
    const { geocoders = {} } = connectSystems(deps, { mapSearch: at, addressService: at })
    expect(Object.keys(geocoders)).toEqual(['map-search', 'address-service'])
    expect(Object.keys(connectSystems(deps, { municipalSystem: at, booking: at }))).toEqual([
      'municipalSystem',
      'tells',
      'booking',
    ])
  })
})
