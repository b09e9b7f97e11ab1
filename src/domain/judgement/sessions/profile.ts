import { actorOfUser, municipalitiesOf } from '../../access/index.ts'
import { settingsOf, type Municipality, type User } from '../../documents/index.ts'
import { countryOf, ok, refuse, type Result } from '../../kernel/index.ts'
import { logoAddress } from '../../places/index.ts'
import { keys, type Found, type Key } from '../../store/index.ts'
import type { Profile, RemoteConfig } from '../../sync/index.ts'
import { offersVideo } from '../../templates/index.ts'

/** What must be read for `profileIn`. */
export function profileKeys(user: User): readonly Key[] {
  const path = user.municipalityPath
  return [keys.country(countryOf(path)), keys.municipality(path), ...othersOf(user).map(keys.municipality)]
}

/** What the device may know of its user. Refuses with session.deactivated, session.no-areas, municipality.blocked and country.blocked (part 1, point 4). */
export function profileIn(user: User, config: RemoteConfig, found: Found): Result<Profile> {
  const [role] = user.roles
  if (user.deactivatedAt !== undefined) return refuse('session.deactivated')
  if (role === undefined || user.areas.length === 0) return refuse('session.no-areas')
  const path = user.municipalityPath
  const countryPath = countryOf(path)
  const municipality = found.get(keys.municipality(path))
  const country = found.get(keys.country(countryPath))
  if (country === undefined || country.inhabilitado) return refuse('country.blocked')
  if (municipality === undefined || municipality.inhabilitado) return refuse('municipality.blocked')
  return ok({
    id: user.id,
    email: user.email,
    userMuniCore: user.userMuniCore,
    firstName: user.firstName,
    lastName: user.lastName,
    inspectorID: user.inspectorID,
    role,
    areas: [...user.areas],
    municipality: {
      path,
      nombre: municipality.nombre,
      country: countryPath.split('/')[1] ?? '',
      ...forTheEditor(municipality, user),
      ...ofCitizens(municipality),
      ...forTheDevice(municipality),
      ...centreOf(municipality),
      ...ofItsAnswers(municipality),
      ...looksOf(municipality),
    },
    municipalities: othersOf(user).flatMap((other) => {
      const stored = found.get(keys.municipality(other))
      return stored === undefined
        ? []
        : [
            {
              path: other,
              nombre: stored.nombre,
              ...centreOf(stored),
              ...forTheEditor(stored, user),
              ...ofCitizens(stored),
              ...ofItsAnswers(stored),
            },
          ]
    }),
    config,
  })
}

/** Municipalities in which somebody has an area, and is not at home. */
function othersOf(user: User) {
  return municipalitiesOf(actorOfUser(user)).filter((one) => one !== user.municipalityPath)
}

/** What a device keeps of what it has received. */
function forTheDevice(municipality: Municipality): Pick<Profile['municipality'], 'keepsReceived' | 'ownAnswersDays'> {
  const { sharedDevicesKeepReceived, ownAnswersDays } = settingsOf(municipality)
  return { ownAnswersDays, ...(sharedDevicesKeepReceived ? { keepsReceived: true } : {}) }
}

/** Where its maps begin. */
function centreOf({ ubicacion }: Municipality): Pick<Profile['municipality'], 'ubicacion'> {
  return ubicacion === undefined ? {} : { ubicacion }
}

/** What the form editor does in forms of a municipality depends on these. */
function forTheEditor(municipality: Municipality, user: User) {
  const { idMuniCore } = municipality
  const { currency } = settingsOf(municipality)
  const videoAttachments = offersVideo(municipality, user)
  return { ...(idMuniCore === undefined ? {} : { idMuniCore }), videoAttachments, currency }
}

/** Whether devices keep people of its citizen registry. */
function ofCitizens(municipality: Municipality): { keepsCitizens?: true } {
  return settingsOf(municipality).citizensOffline ? { keepsCitizens: true } : {}
}

/** Whether its codes are kept from whoever has answered, and electronic signatures from whoever reads; which form gives a certificate (part 3, point 2). */
function ofItsAnswers(
  municipality: Municipality,
): Pick<Profile['municipality'], 'codeHidden' | 'electronicSignatureHidden' | 'certificate'> {
  const { codeHidden, electronicSignatureHidden, certificate } = settingsOf(municipality)
  return {
    ...(codeHidden ? { codeHidden } : {}),
    ...(electronicSignatureHidden ? { electronicSignatureHidden } : {}),
    ...(certificate === null ? {} : { certificate }),
  }
}

function looksOf(municipality: Municipality): Pick<Profile['municipality'], 'brand'> {
  const { brandLogo, brandColour } = settingsOf(municipality)
  if (brandLogo === null && brandColour === null) return {}
  return {
    brand: {
      ...(brandLogo === null ? {} : { logo: logoAddress(municipality.path, brandLogo) }),
      ...(brandColour === null ? {} : { colour: brandColour }),
    },
  }
}
