import { describe, expect, it } from 'vitest'
import { readCloudSettings } from './settings.ts'

const ORIGIN = 'https://forms.example.org'

describe('the settings of the cloud host', () => {
  it('are read from the environment', () => {
    expect(
      readCloudSettings(
        { ORIGIN: `${ORIGIN}, https://relevo.web.app`, PROXIES: '2', TURNERO_URL: 'https://turnos.example' },
        '1.2.3',
      ),
    ).toEqual({
      origins: [ORIGIN, 'https://relevo.web.app'],
      proxies: 2,
      appVersion: '1.2.3',
      outside: { booking: { name: 'booking', url: 'https://turnos.example' } },
      webhooks: { allowsLocal: false },
    })
    expect(readCloudSettings({ ORIGIN }, '1').proxies).toBeUndefined()
  })

  it.each([
    [{}, 'ORIGIN'],
    [{ ORIGIN: '' }, 'ORIGIN'],
    [{ ORIGIN: 'forms.example.org' }, 'ORIGIN'],
    [{ ORIGIN: `${ORIGIN}/` }, 'ORIGIN'],
    [{ ORIGIN: `${ORIGIN},` }, 'ORIGIN'],
    [{ ORIGIN, PROXIES: '0' }, 'PROXIES'],
    [{ ORIGIN, PROXIES: 'yes' }, 'PROXIES'],
    [{ ORIGIN, MUNICORE_URL: 'gestion' }, 'MUNICORE_URL'],
  ])('stop the start when they are wrong: %j', (environment, name) => {
    expect(() => readCloudSettings(environment, '1')).toThrow(name)
  })
})
