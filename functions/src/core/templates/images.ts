import { remove, set, keys, unitForKeys } from '#domain/store/index.ts'
import { actorOfUser, can, type Actor } from '#domain/access/index.ts'
import { type TemplateImage, buildHeaderImageUrl, type HeaderImage } from '#domain/templates/index.ts'
import type { User } from '#domain/users/index.ts'
import {
  ok,
  refuse,
  toInstant,
  UNSAVED_IMAGE_LIFETIME_MS,
  type Instant,
  type Result,
  type Sha256,
  type TemplateId,
} from '#domain/kernel/index.ts'
import { sha256Hex } from '../http/digest.ts'
import type { Ports } from '../ports.ts'
import { getOrCreateUploadQueue, removeUnlessReferenced } from '../uploads/bytes.ts'
import { detectImageType, sealBytes } from '../uploads/image-bytes.ts'
import {
  findFirstVersionInDocuments,
  findStoredDraft,
  canEditDraft,
  loadTemplateAccess,
  listTemplateAccessKeys,
  findTemplateInDocuments,
} from '#domain/templates/judge/index.ts'

const DAY = 24 * 60 * 60 * 1000
/** Lifetime of a removed image, so that an editor can undo the removal. */
const REMOVED_LIFETIME = DAY
/** Maximum unsaved images of one account. Above it the oldest are deleted. */
const MAX_UNSAVED = 50
/** Documents per commit. */
const BATCH_SIZE = 200

type ImagePorts = Pick<Ports, 'store' | 'files' | 'clock' | 'random'>

/**
 * Checks that this user may send or remove header images: edit the template, or else its draft, or else create
 * templates. Refuses like a save.
 */
export async function checkMayEditImages({ store }: ImagePorts, id: TemplateId, user: User): Promise<Result<true>> {
  const documents = await store.getMany([
    ...listTemplateAccessKeys(id, user.id),
    keys.templateVersion(id, 1),
    keys.keptDraft(id),
  ])
  if (findTemplateInDocuments(documents, id) === undefined) {
    const actor = actorOfUser(user)
    if (!can(actor, 'create', 'formulario')) return refuse('access.forbidden')
    const keptDraft = findStoredDraft(documents, id)
    if (keptDraft !== undefined && !canEditDraft(actor, keptDraft)) return refuse('template.exists')
    return findFirstVersionInDocuments(documents, id) === undefined ? ok(true) : refuse('template.deleted')
  }
  const result = loadTemplateAccess('update', id, user.id, documents)
  return result.ok ? ok(true) : result
}

/** Stores a PNG or JPEG for a template; the same image is stored once. Refuses with file.wrong-type. */
export async function storeHeaderImage(
  ports: ImagePorts,
  id: TemplateId,
  user: User,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Result<HeaderImage>> {
  const { store, files, clock } = ports
  // Checked before storing, so that no bytes of a refused image have to be deleted.
  const type = await detectImageType(bytes)
  if (!type.ok) return type
  await freeImageSpace(ports, user)
  const sha256 = await sha256Hex(bytes)
  return getOrCreateUploadQueue(files)(sha256, async () => {
    await sealBytes(ports, sha256, bytes)
    const key = keys.templateImage(id, sha256)
    const expiresAt = toInstant(clock() + UNSAVED_IMAGE_LIFETIME_MS)
    const document: TemplateImage = {
      template: id,
      sha256,
      bytes: bytes.length,
      type: type.value,
      author: user.id,
      saved: false,
      expiresAt,
    }
    await store.commit(
      unitForKeys([key], (documents) => {
        const image = documents.get(key)
        // A version or draft already uses the image, so it must not expire.
        const stays = image !== undefined && image.expiresAt === undefined
        return { result: true, writes: stays ? [] : [set(key, document)] }
      }),
    )
    return ok({ url: buildHeaderImageUrl(id, sha256), sha256, bytes: bytes.length, type: type.value })
  })
}

/**
 * Sets an image to expire after a day, so that its removal can be undone. Images of saved versions do not expire,
 * because answers show them.
 */
export async function scheduleImageExpiry({ store, clock }: ImagePorts, id: TemplateId, sha256: Sha256): Promise<void> {
  const key = keys.templateImage(id, sha256)
  const soon = toInstant(clock() + REMOVED_LIFETIME)
  await store.commit(
    unitForKeys([key], (documents) => {
      const image = documents.get(key)
      const goes = image?.expiresAt !== undefined && !image.saved && image.expiresAt > soon
      return {
        result: true,
        writes: goes ? [set(key, { ...image, expiresAt: soon })] : [],
      }
    }),
  )
}

/**
 * Sets the images of a deleted template to expire after a month, because answers still on devices may show them
 * (`isShown`). Its versions are kept.
 */
export async function scheduleTemplateImagesExpiry({ store, clock }: ImagePorts, id: TemplateId): Promise<void> {
  const expiresAt = toInstant(clock() + UNSAVED_IMAGE_LIFETIME_MS)
  for (let offset = 0; ; offset += BATCH_SIZE) {
    const images = await store.query({
      collection: 'imagenes',
      keyPrefix: keys.templateImage(id, ''),
      limit: BATCH_SIZE,
      offset,
    })
    const saved = images
      .map(({ document }) => document)
      .filter((image) => image.saved)
      .map(({ sha256 }) => keys.templateImage(id, sha256))
    await store.commit(
      unitForKeys([keys.template(id), ...saved], (documents) => {
        const stored =
          findTemplateInDocuments(documents, id) === undefined ? saved.flatMap((key) => documents.get(key) ?? []) : []
        return {
          result: true,
          writes: stored.map((image) =>
            set(keys.templateImage(id, image.sha256), { ...image, saved: false, expiresAt }),
          ),
        }
      }),
    )
    if (images.length < BATCH_SIZE) return
  }
}

/** True when an answer that arrived after its template was deleted shows the template's images. */
async function isShown({ store }: ImagePorts, template: TemplateId): Promise<boolean> {
  const documents = await store.getMany([keys.template(template), keys.templateVersion(template, 1)])
  if (
    findTemplateInDocuments(documents, template) !== undefined ||
    findFirstVersionInDocuments(documents, template) === undefined
  )
    return false
  const held = await store.query({ collection: 'held', where: { 'answer.idPlantilla': template }, limit: 1 })
  return (
    held.length > 0 ||
    (await store.query({ collection: 'respuestas_formularios', where: { idPlantilla: template }, limit: 1 })).length > 0
  )
}

/** An image, for users who may see the template or edit its draft, and for its sender. Undefined for others. */
export async function findTemplateImage(
  { store }: ImagePorts,
  id: TemplateId,
  sha256: Sha256,
  actor: Actor,
): Promise<TemplateImage | undefined> {
  const documents = await store.getMany([keys.template(id), keys.keptDraft(id), keys.templateImage(id, sha256)])
  const image = documents.get(keys.templateImage(id, sha256))
  if (image === undefined) return undefined
  const template = findTemplateInDocuments(documents, id)
  const isOwn = actor.kind === 'staff' && actor.id === image.author
  const keptDraft = findStoredDraft(documents, id)
  return isOwn ||
    (keptDraft !== undefined && canEditDraft(actor, keptDraft)) ||
    (template !== undefined && can(actor, 'read', { kind: 'formulario', document: template }))
    ? image
    : undefined
}

/**
 * Deletes expired images: never saved, removed, or of deleted templates. Hosts call it hourly.
 * @returns the number of expired images, including those that answers still show, which are kept
 */
export async function sweepImages(ports: ImagePorts): Promise<number> {
  const now = toInstant(ports.clock())
  const over = await ports.store.query({ collection: 'imagenes', range: { field: 'expiresAt', to: now }, limit: 1000 })
  for (const { document } of over) await removeUnsaved(ports, document, now)
  return over.length
}

async function freeImageSpace(ports: ImagePorts, { id }: User): Promise<void> {
  const order = { field: 'expiresAt', descending: false }
  const unsaved = await ports.store.query({ collection: 'imagenes', where: { author: id }, order, limit: MAX_UNSAVED })
  const oldest = unsaved[0]?.document
  if (unsaved.length >= MAX_UNSAVED && oldest !== undefined) await removeUnsaved(ports, oldest, oldest.expiresAt)
}

/**
 * Deletes an image and its bytes. Keeps an image that answers show (`isShown`), without expiry.
 * @param until deletes only if the image still expires by then, because it may have been saved or sent again
 */
async function removeUnsaved(
  ports: ImagePorts,
  { template, sha256 }: TemplateImage,
  until: Instant | undefined,
): Promise<void> {
  const { store, files } = ports
  const key = keys.templateImage(template, sha256)
  const stays = await isShown(ports, template)
  await getOrCreateUploadQueue(files)(sha256, async () => {
    const removed = await store.commit(
      unitForKeys([key], (documents) => {
        const image = documents.get(key)
        if (image?.expiresAt === undefined || image.saved || until === undefined || image.expiresAt > until)
          return { result: false, writes: [] }
        const { expiresAt: _over, ...kept } = image
        return {
          result: !stays,
          writes: [stays ? set(key, { ...kept, saved: true }) : remove(key)],
        }
      }),
    )
    if (removed) await removeUnlessReferenced(ports, sha256)
  })
}
