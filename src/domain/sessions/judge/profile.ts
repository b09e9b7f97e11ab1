import { actorOfUser, municipalitiesOf } from '../../access/index.ts'
import { resolveSettings } from '../../places/documents/municipality-settings.ts'
import { pickDeviceSettings } from '../../places/documents/device-settings.ts'
import type { Municipality } from '../../places/documents/location.ts'
import type { User } from '../../users/documents/user.ts'
import { getCountry, ok, refuse, type Result } from '../../kernel/index.ts'
import { buildLogoUrl, toLanguageOffer } from '../../places/place-ids.ts'
import { keys, type FoundDocuments, type Key } from '../../store/index.ts'
import type { Profile, RemoteConfig } from '../../sync/profile.ts'
import { offersVideo } from '../../templates/checking/offer.ts'

/** Returns the keys that `buildProfile` reads. */
export function listProfileKeys(user: User): readonly Key[] {
  const path = user.municipalityPath
  return [
    keys.country(getCountry(path)),
    keys.municipality(path),
    ...listOtherMunicipalities(user).map(keys.municipality),
  ]
}

/**
 * Returns a user's profile. Refuses with session.deactivated, session.no-areas, municipality.blocked and
 * country.blocked (part 1, point 4).
 */
export function buildProfile(user: User, config: RemoteConfig, documents: FoundDocuments): Result<Profile> {
  const [role] = user.roles
  if (user.deactivatedAt !== undefined) return refuse('session.deactivated')
  if (role === undefined || user.areas.length === 0) return refuse('session.no-areas')
  const path = user.municipalityPath
  const countryPath = getCountry(path)
  const municipality = documents.get(keys.municipality(path))
  const country = documents.get(keys.country(countryPath))
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
      ...pickDeviceSettings(resolveSettings(municipality), ['at home', 'everywhere']),
      ...pickEditorFacts(municipality, user),
      ...pickMapCentre(municipality),
      ...pickBrand(municipality),
      ...pickOwnLanguage(municipality),
    },
    municipalities: listOtherMunicipalities(user).flatMap((otherMunicipalityPath) => {
      const stored = documents.get(keys.municipality(otherMunicipalityPath))
      return stored === undefined
        ? []
        : [
            {
              path: otherMunicipalityPath,
              nombre: stored.nombre,
              ...pickDeviceSettings(resolveSettings(stored), ['everywhere']),
              ...pickMapCentre(stored),
              ...pickEditorFacts(stored, user),
            },
          ]
    }),
    config,
  })
}

/** Returns the municipalities, except the user's own, in which the user has areas. */
function listOtherMunicipalities(user: User) {
  return municipalitiesOf(actorOfUser(user)).filter((municipalityPath) => municipalityPath !== user.municipalityPath)
}

/** Returns the initial centre of maps. */
function pickMapCentre({ ubicacion }: Municipality): Pick<Profile['municipality'], 'ubicacion'> {
  return ubicacion === undefined ? {} : { ubicacion }
}

/** Returns the settings of a municipality that affect the form editor. */
function pickEditorFacts(municipality: Municipality, user: User) {
  const { idMuniCore } = municipality
  return { ...(idMuniCore === undefined ? {} : { idMuniCore }), videoAttachments: offersVideo(municipality, user) }
}

function pickOwnLanguage(municipality: Municipality): Pick<Profile['municipality'], 'language'> {
  const { ownLanguage } = resolveSettings(municipality)
  return ownLanguage === null ? {} : { language: toLanguageOffer(municipality.path, ownLanguage) }
}

function pickBrand(municipality: Municipality): Pick<Profile['municipality'], 'brand'> {
  const { brandLogo, brandColour } = resolveSettings(municipality)
  if (brandLogo === null && brandColour === null) return {}
  return {
    brand: {
      ...(brandLogo === null ? {} : { logo: buildLogoUrl(municipality.path, brandLogo) }),
      ...(brandColour === null ? {} : { colour: brandColour }),
    },
  }
}
