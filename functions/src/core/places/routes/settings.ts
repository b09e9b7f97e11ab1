import { actorOfUser, findEditableSettings } from '#domain/access/index.ts'
import {
  type readLogo,
  resolveSettings,
  type Municipality,
  mayChangeSetting,
  parseLanguageInput,
  encodePlaceId,
  type SettingsResponse,
} from '#domain/places/index.ts'
import type { User } from '#domain/users/index.ts'
import {
  setLogoUnit,
  setOwnLanguageUnit,
  changeRemoteConfigUnit,
  changeSettingsUnit,
  type SettingsChange,
} from '#domain/places/judge/index.ts'
import { withAudit, type LoggedAction } from '#domain/audit/index.ts'
import {
  MAX_CATALOGUE_BYTES,
  MAX_HEADER_IMAGE_BYTES,
  ok,
  refuse,
  toInstant,
  typedKeys,
  type MunicipalityPath,
  type Result,
  type Sha256,
} from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import { TEMPLATE } from '#locales/compiled.ts'
import { checkCatalogue } from '#locales/own-catalogue.ts'
import { parseRemoteConfig } from '#domain/sync/index.ts'
import { serveFile } from '../../answers/serve-file.ts'
import type { Core } from '../../context.ts'
import { readBodyBytes } from '../../http/body.ts'
import { sha256Hex } from '../../http/digest.ts'
import { buildRefusalResponseForCode } from '../../http/problems.ts'
import type { EndpointRequest, PartialHandlers } from '../../endpoints/serve.ts'
import type { Ports } from '../../ports.ts'
import { getOrCreateUploadQueue, removeUnlessReferenced } from '../../uploads/bytes.ts'
import { detectImageType, sealBytes } from '../../uploads/image-bytes.ts'
import { readFormListItems } from '../all-places.ts'

/** Caches a file forever. Its URL contains its hash, and it has no personal data. */
const CACHE_FOREVER = 'public, max-age=31536000, immutable'
const FILE_NAMES = { 'image/png': 'logo.png', 'image/jpeg': 'logo.jpg', 'application/json': 'texts.json' } as const
const encoder = new TextEncoder()

/** Handlers for the settings of a municipality, its logo and own language, and the flags of the installation. */
export function createSettingsHandlers(core: Core) {
  const { ports } = core
  const { store, clock } = ports
  const now = () => toInstant(clock())

  /** The settings that this user may read. Refuses with place.missing if there are none. */
  async function open(user: User, path: MunicipalityPath): Promise<Result<SettingsResponse>> {
    const municipality = await store.get<Municipality>(keys.municipality(path))
    return municipality === undefined ? refuse('place.missing') : buildSettingsReply(municipality, user)
  }

  function after<T extends { readonly municipality: Municipality }>(result: Result<T>, user: User) {
    return result.ok ? buildSettingsReply(result.value.municipality, user) : result
  }

  async function serveMunicipalityFile({ params: { id, sha256 }, request }: EndpointRequest<typeof readLogo>) {
    const file = await store.get(keys.municipalityFile(id, sha256))
    if (file === undefined) return buildRefusalResponseForCode('file.missing')
    const name = FILE_NAMES[file.type]
    return serveFile(ports.files, { url: request.url, ...file, name }, request, CACHE_FOREVER)
  }

  return {
    readSettings: ({ user, params: { id } }) => open(user, id),

    async saveSettings({ user, params: { id }, body, address }) {
      const unit = changeSettingsUnit(id, body, user.id)
      return after(await store.commit(withAudit(unit, actOn(id, user, address), now())), user)
    },

    async listMunicipalityForms({ user, params: { id } }) {
      const may = await open(user, id)
      if (!may.ok) return may
      return ok({ forms: await readFormListItems(store, id) })
    },

    async sendLogo({ user, params: { id }, request, address }) {
      const may = await open(user, id)
      if (!may.ok) return may
      const bytes = await readUpload(core, request, MAX_HEADER_IMAGE_BYTES)
      if (bytes instanceof Response || !bytes.ok) return bytes
      const type = await detectImageType(bytes.value)
      if (!type.ok) return type
      const change = await storeFile(ports, bytes.value, (sha256) => {
        const image = { municipality: id, sha256, bytes: bytes.value.length, type: type.value }
        return store.commit(withAudit(setLogoUnit(id, image, user.id), actOn(id, user, address), now()))
      })
      return after(change, user)
    },

    async removeLogo({ user, params: { id }, address }) {
      const result = await store.commit(withAudit(setLogoUnit(id, null, user.id), actOn(id, user, address), now()))
      if (result.ok) await deleteFile(ports, result.value.before)
      return after(result, user)
    },

    readLogo: serveMunicipalityFile,

    async downloadLanguageTemplate() {
      return new Response(TEMPLATE, {
        headers: {
          'content-type': 'text/x-gettext-translation; charset=utf-8',
          'content-disposition': 'attachment; filename="relevo.po"',
        },
      })
    },

    async sendLanguage({ user, params: { id }, query, request, address }) {
      const may = await open(user, id)
      if (!may.ok) return may
      const input = parseLanguageInput(query)
      if (!input.ok) return input
      const bytes = await readUpload(core, request, MAX_CATALOGUE_BYTES)
      if (bytes instanceof Response || !bytes.ok) return bytes
      const catalogue = await checkCatalogue(bytes.value)
      if (!catalogue.ok) return catalogue
      const { messages, ...counts } = catalogue.value
      const compiled = encoder.encode(JSON.stringify(messages))
      const change = await storeFile(ports, compiled, (sha256) => {
        const file = { municipality: id, sha256, bytes: compiled.length, type: 'application/json' } as const
        const unit = setOwnLanguageUnit(id, { file, language: { ...input.value, ...counts, sha256 } }, user.id)
        return store.commit(withAudit(unit, actOn(id, user, address), now()))
      })
      return after(change, user)
    },

    async removeLanguage({ user, params: { id }, address }) {
      const result = await store.commit(
        withAudit(setOwnLanguageUnit(id, null, user.id), actOn(id, user, address), now()),
      )
      if (result.ok) await deleteFile(ports, result.value.before)
      return after(result, user)
    },

    readLanguage: serveMunicipalityFile,

    async readRemoteConfig() {
      return ok(parseRemoteConfig(await store.get(keys.remoteConfig)))
    },

    async saveRemoteConfig({ user, body, address }) {
      const unit = withAudit(
        changeRemoteConfigUnit(body, user.id),
        (result) => ({
          action: 'remote-config.changed',
          target: keys.remoteConfig,
          by: user,
          from: address,
          details: { fields: result.ok ? result.value.changed.join(', ') : '' },
        }),
        now(),
      )
      const foundResult = await store.commit(unit)
      return foundResult.ok ? ok(foundResult.value.config) : foundResult
    },
  } satisfies PartialHandlers
}

/** Audit entry with the names of changed settings, without values. */
function actOn(path: MunicipalityPath, user: User, from: string | undefined) {
  return (result: Result<SettingsChange>): LoggedAction => ({
    action: 'settings.changed',
    target: path,
    by: user,
    from,
    municipality: path,
    details: { fields: result.ok ? result.value.changed.join(', ') : '' },
  })
}

function buildSettingsReply(municipality: Municipality, user: User): Result<SettingsResponse> {
  const { path, nombre } = municipality
  const reach = findEditableSettings(actorOfUser(user), path)
  if (reach === null) return refuse('place.missing')
  const settings = resolveSettings(municipality)
  const names = typedKeys(settings)
  return ok({
    municipality: { id: encodePlaceId(path), path, nombre },
    settings: settings as SettingsResponse['settings'],
    mine: names.filter((name) => mayChangeSetting(reach, name)),
  })
}

/** Reads the bytes of a file. Refuses with file.too-large and like `readBodyBytes`. */
async function readUpload(core: Core, request: Request, limit: number) {
  const bytes = await readBodyBytes(core, request, limit)
  return !bytes.ok && bytes.problem.code === 'request.too-large'
    ? buildRefusalResponseForCode('file.too-large', { limit })
    : bytes
}

/** Result of setting or removing a file: `before` is the hash of the previous one. */
type Named<T> = Result<T & { readonly before: Sha256 | null }>

/**
 * Stores the bytes of a file and sets it. Refuses like `name`.
 * @param name sets the file and returns the previous one
 */
async function storeFile<T>(
  ports: Pick<Ports, 'store' | 'files' | 'random'>,
  bytes: Uint8Array<ArrayBuffer>,
  name: (sha256: Sha256) => Promise<Named<T>>,
): Promise<Named<T>> {
  const sha256 = await sha256Hex(bytes)
  const done = await getOrCreateUploadQueue(ports.files)(sha256, async () => {
    await sealBytes(ports, sha256, bytes)
    const named = await name(sha256)
    if (!named.ok) await removeUnlessReferenced(ports, sha256)
    return named
  })
  if (done.ok) await deleteFile(ports, done.value.before)
  return done
}

/** Deletes the bytes of a replaced file, unless they are used elsewhere. */
async function deleteFile(ports: Pick<Ports, 'store' | 'files'>, sha256: Sha256 | null): Promise<void> {
  if (sha256 !== null) await getOrCreateUploadQueue(ports.files)(sha256, () => removeUnlessReferenced(ports, sha256))
}
