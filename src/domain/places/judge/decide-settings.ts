import { findEditableSettings } from '../../access/index.ts'
import { listAllPlacedQuestions } from '../../answering/walk.ts'
import { municipalityOfDocument } from '../documents/document-areas.ts'
import { resolveSettings, type MunicipalitySettings, type OwnLanguage } from '../documents/municipality-settings.ts'
import type { MunicipalityFile } from '../../templates/documents/image.ts'
import type { CertificateSettings } from '../documents/device-settings.ts'
import type { FormTemplate } from '../../templates/documents/template.ts'
import type { Municipality } from '../documents/location.ts'
import {
  ok,
  refuse,
  type MunicipalityPath,
  type Result,
  type Sha256,
  type UserId,
  typedKeys,
} from '../../kernel/index.ts'
import { mayChangeSetting, parseSettings, type SettingsScope, type SettingsInput } from '../settings-rules.ts'
import { validateRemoteConfig, parseRemoteConfig } from '../../sync/remote-config.ts'
import type { RemoteConfig } from '../../sync/profile.ts'
import { keys, remove, set, type FoundDocuments, type Key, type Unit, type Write } from '../../store/index.ts'
import {
  loadAdministrator,
  loadRequestingUser,
  listRequestingUserKeys,
  buildRefusalDecision,
} from '../../users/judge/administrator.ts'

/** Result of changing a municipality's settings. */
export type SettingsChange = {
  readonly municipality: Municipality
  /** names of changed settings */
  readonly changed: readonly (keyof MunicipalitySettings)[]
}

/**
 * Changes some settings of a municipality. Refuses with the codes of `parseSettings`, place.missing (also if the user
 * may change none), settings.not-yours, settings.certificate-form and settings.certificate-question.
 */
export function changeSettingsUnit(
  path: MunicipalityPath,
  input: SettingsInput,
  by: UserId,
): Unit<Result<SettingsChange>> {
  const form = input.certificate?.template
  return {
    keysFor: (documents) => [
      ...listRequestingUserKeys(by, documents),
      keys.municipality(path),
      ...(form === undefined ? [] : [keys.template(form)]),
    ],
    decide: (documents) => {
      const open = findEditableMunicipality(documents, path, by)
      if (!open.ok) return buildRefusalDecision(open)
      const { municipality, reach } = open.value
      const foreign = typedKeys(input).find((name) => !mayChangeSetting(reach, name))
      if (foreign !== undefined) return buildRefusalDecision(refuse('settings.not-yours', { setting: foreign }))
      const read = parseSettings(input)
      if (!read.ok) return buildRefusalDecision(read)
      const { certificate } = read.value
      if (certificate) {
        const fits = checkCertificate(certificate, documents.get(keys.template(certificate.template)), path)
        if (!fits.ok) return buildRefusalDecision(fits)
      }
      const { change, writes } = computeSettingsChange(municipality, read.value)
      return { result: ok(change), writes }
    },
  }
}

/** Checks that the certificate's form belongs to the municipality and has its questions. */
function checkCertificate(
  { activity, surface, taxId }: CertificateSettings,
  form: FormTemplate | undefined,
  path: MunicipalityPath,
): Result<true> {
  if (form === undefined || form.deleted || municipalityOfDocument(form) !== path)
    return refuse('settings.certificate-form')
  const requestedAddresses = new Set(listAllPlacedQuestions(form).map(({ address }) => address))
  return [activity, surface, taxId].every((address) => requestedAddresses.has(address))
    ? ok(true)
    : refuse('settings.certificate-question')
}

/** Change of a setting with a file. `before`: hash of the previous file, whose document was deleted. */
type FileChange = SettingsChange & { readonly before: Sha256 | null }

/** Sets or removes a municipality's logo. The caller stores the bytes of the image first. */
export function setLogoUnit(
  path: MunicipalityPath,
  image: MunicipalityFile | null,
  by: UserId,
): Unit<Result<FileChange>> {
  return setFileUnit({ path, file: image, by, change: { brandLogo: image?.sha256 ?? null } })
}

/** Sets or removes a municipality's own language. The caller stores the bytes of the catalogue first. */
export function setOwnLanguageUnit(
  path: MunicipalityPath,
  stored: { readonly file: MunicipalityFile; readonly language: OwnLanguage } | null,
  by: UserId,
): Unit<Result<FileChange>> {
  return setFileUnit({ path, file: stored?.file ?? null, by, change: { ownLanguage: stored?.language ?? null } })
}

type FileSetting = {
  readonly path: MunicipalityPath
  readonly file: MunicipalityFile | null
  readonly by: UserId
  readonly change: Pick<Municipality['settings'], 'brandLogo'> | Pick<Municipality['settings'], 'ownLanguage'>
}

function setFileUnit({ path, file, by, change: wanted }: FileSetting): Unit<Result<FileChange>> {
  return {
    keysFor: (documents) => [...listRequestingUserKeys(by, documents), keys.municipality(path)],
    decide: (documents) => {
      const open = findEditableMunicipality(documents, path, by)
      if (!open.ok) return buildRefusalDecision(open)
      const { municipality } = open.value
      const { brandLogo, ownLanguage } = municipality.settings
      const previous = ('brandLogo' in wanted ? brandLogo : ownLanguage?.sha256) ?? null
      const before = previous === file?.sha256 ? null : previous
      const { change, writes } = computeSettingsChange(municipality, wanted)
      return {
        result: ok({ ...change, before }),
        writes: [
          ...writes,
          ...(file === null || writes.length === 0 ? [] : [set(keys.municipalityFile(path, file.sha256), file)]),
          ...(before === null || writes.length === 0 ? [] : [remove(keys.municipalityFile(path, before))]),
        ],
      }
    },
  }
}

/** Loads a municipality for a user who may change some of its settings. Refuses with place.missing for other users. */
function findEditableMunicipality(
  documents: FoundDocuments,
  path: MunicipalityPath,
  by: UserId,
): Result<{ readonly municipality: Municipality; readonly reach: SettingsScope }> {
  const requester = loadRequestingUser(documents, by)
  if (!requester.ok) return requester
  const reach = findEditableSettings(requester.value.actor, path)
  const municipality = documents.get(keys.municipality(path))
  return reach === null || municipality === undefined ? refuse('place.missing') : ok({ municipality, reach })
}

function computeSettingsChange(
  municipality: Municipality,
  change: Municipality['settings'],
): { readonly change: SettingsChange; readonly writes: readonly Write[] } {
  const [before, after] = [
    resolveSettings(municipality),
    resolveSettings({ ...municipality, settings: { ...municipality.settings, ...change } }),
  ]
  const changed = typedKeys(change).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  const document: Municipality = { ...municipality, settings: { ...municipality.settings, ...change } }
  const key: Key<Municipality> = keys.municipality(municipality.path)
  return {
    change: { municipality: changed.length === 0 ? municipality : document, changed },
    writes: changed.length === 0 ? [] : [set(key, document)],
  }
}

/**
 * Changes the remote flags. Refuses with access.forbidden and flags.datetime-invalid. @returns all flags, and the names
 * of changed flags
 */
export function changeRemoteConfigUnit(
  input: RemoteConfig,
  by: UserId,
): Unit<Result<{ readonly config: RemoteConfig; readonly changed: readonly string[] }>> {
  return {
    keysFor: (documents) => [...listRequestingUserKeys(by, documents), keys.remoteConfig],
    decide: (documents) => {
      const requester = loadAdministrator(documents, by)
      if (!requester.ok) return buildRefusalDecision(requester)
      const read = validateRemoteConfig(input)
      if (!read.ok) return buildRefusalDecision(read)
      const before = parseRemoteConfig(documents.get(keys.remoteConfig))
      const names = typedKeys(read.value)
      const changed = names.filter((name) => before[name] !== read.value[name])
      return {
        result: ok({ config: read.value, changed }),
        writes: changed.length === 0 ? [] : [set(keys.remoteConfig, read.value)],
      }
    },
  }
}
