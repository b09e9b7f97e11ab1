import { getMunicipality } from '#domain/kernel/index.ts'
import { encodePlaceId } from '#domain/places/index.ts'
import { parseRemoteConfig } from '#domain/sync/index.ts'
import { hashOf } from '../builders/submit.ts'
import { AREA } from '../builders/template.ts'
import { all, PHOTO, signedIn, type Line } from './access-lines.ts'

/** Places and flags of the whole installation are for the administrator. */
const ofAdministrator = () => signedIn(403, { ada: 200 })
/** Settings of ines's municipality are for its supervisors and the administrator. For uma it does not exist. */
const ofItsSupervisor = signedIn(403, { sofia: 200, uma: 404, ada: 200 })
const HERE = `/api/municipalities/${encodePlaceId(getMunicipality(AREA))}`
const PLACE = {
  nombre: 'Villa Serena',
  key: 'VIS',
  idMuniCore: '7',
  usarAWS: false,
  ubicacion: { latitude: 0, longitude: 0 },
}

/** Municipalities, provinces, countries, their settings, and the flags. */
export const OF_PLACES = {
  'GET /api/municipalities': { ask: () => ['GET', '/api/municipalities?nombre=villa'], expected: ofAdministrator() },
  'POST /api/municipalities': {
    ask: () => [
      'POST',
      '/api/municipalities',
      { body: { ...PLACE, id: 'A'.repeat(26), province: 'AR~cordoba', nombre: 'Río Claro', key: 'RIO' } },
    ],
    expected: ofAdministrator(),
  },
  'PUT /api/municipalities/:id': { ask: () => ['PUT', `${HERE}`, { body: PLACE }], expected: ofAdministrator() },
  'GET /api/municipalities/:id/reach': { ask: () => ['GET', `${HERE}/reach`], expected: ofAdministrator() },
  'PUT /api/municipalities/:id/access': {
    ask: () => ['PUT', `${HERE}/access`, { body: { inhabilitado: false } }],
    expected: ofAdministrator(),
  },
  'GET /api/municipalities/:id/settings': { ask: () => ['GET', `${HERE}/settings`], expected: ofItsSupervisor },
  'PUT /api/municipalities/:id/settings': {
    ask: () => ['PUT', `${HERE}/settings`, { body: { codeHidden: true } }],
    expected: ofItsSupervisor,
  },
  'GET /api/municipalities/:id/forms': { ask: () => ['GET', `${HERE}/forms`], expected: ofItsSupervisor },
  'POST /api/municipalities/:id/logo': {
    ask: () => ['POST', `${HERE}/logo`, { body: PHOTO }],
    expected: ofItsSupervisor,
  },
  'DELETE /api/municipalities/:id/logo': { ask: () => ['DELETE', `${HERE}/logo`], expected: ofItsSupervisor },
  'GET /api/municipalities/:id/logo/:sha256': {
    ask: () => ['GET', `${HERE}/logo/${hashOf(PHOTO)}`],
    expected: all(404),
  },
  'GET /api/language-template': {
    ask: () => ['GET', '/api/language-template'],
    expected: signedIn(403, { sofia: 200, uma: 200, ada: 200 }),
  },
  'POST /api/municipalities/:id/language': {
    ask: () => [
      'POST',
      `${HERE}/language?name=Runasimi&tag=qu-BO`,
      { body: new TextEncoder().encode('msgid "Save"\nmsgstr "Waqaychay"\n') },
    ],
    expected: ofItsSupervisor,
  },
  'DELETE /api/municipalities/:id/language': { ask: () => ['DELETE', `${HERE}/language`], expected: ofItsSupervisor },
  'GET /api/municipalities/:id/language/:sha256': {
    ask: () => ['GET', `${HERE}/language/${hashOf(PHOTO)}`],
    expected: all(404),
  },
  'GET /api/countries': { ask: () => ['GET', '/api/countries'], expected: ofAdministrator() },
  'POST /api/countries': {
    ask: () => ['POST', '/api/countries', { body: { code: 'CL', nombre: 'Chile' } }],
    expected: ofAdministrator(),
  },
  'PUT /api/countries/:id': {
    ask: () => ['PUT', '/api/countries/AR', { body: { nombre: 'Argentina' } }],
    expected: ofAdministrator(),
  },
  'GET /api/countries/:id/reach': { ask: () => ['GET', '/api/countries/AR/reach'], expected: ofAdministrator() },
  'PUT /api/countries/:id/access': {
    ask: () => ['PUT', '/api/countries/AR/access', { body: { inhabilitado: false } }],
    expected: ofAdministrator(),
  },
  'POST /api/provinces': {
    ask: () => ['POST', '/api/provinces', { body: { id: 'B'.repeat(26), country: 'AR', nombre: 'Salta' } }],
    expected: ofAdministrator(),
  },
  'PUT /api/provinces/:id': {
    ask: () => ['PUT', '/api/provinces/AR~cordoba', { body: { nombre: 'Córdoba' } }],
    expected: ofAdministrator(),
  },
  'GET /api/remote-config': { ask: () => ['GET', '/api/remote-config'], expected: ofAdministrator() },
  'PUT /api/remote-config': {
    ask: () => ['PUT', '/api/remote-config', { body: parseRemoteConfig(undefined) }],
    expected: ofAdministrator(),
  },
} as const satisfies Readonly<Record<string, Line>>
