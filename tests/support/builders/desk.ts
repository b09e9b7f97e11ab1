import {
  type Decision,
  type FoundDocuments,
  wrapPartlyFoundDocuments,
  type Key,
  keys,
  type StoredDocument,
  type Unit,
} from '#domain/store/index.ts'
import { runUnit } from '#core/run-unit.ts'
import type { Author } from '#domain/kernel/index.ts'
import type { FileClaim } from '#domain/answering/index.ts'
import { buildVersionWrites } from '#domain/templates/judge/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import type { User } from '#domain/users/index.ts'
import { buildCountry, buildMunicipality, buildUser } from './people.ts'
import { AUTHOR, PHOTO, SIGNATURE } from './submit.ts'
import { buildPlainTemplate, buildTemplate } from './template.ts'

/** A minimal document store that can read, decide and write, for testing rules without a database. */
export type Desk = {
  readonly documents: FoundDocuments
  put(key: Key, document: StoredDocument): void
  remove(key: Key): void
  commit<R>(unit: Unit<R>): R
}

export function emptyDesk(): Desk {
  const documents = new Map<Key, StoredDocument>()
  const apply = <R>({ result, writes }: Decision<R>): R => {
    for (const write of writes) {
      if (write.kind === 'set') documents.set(write.key, write.document)
      else documents.delete(write.key)
    }
    return result
  }
  return {
    documents: wrapPartlyFoundDocuments(documents),
    put: (key, document) => documents.set(key, document),
    remove: (key) => documents.delete(key),
    commit: (unit) => apply(runUnit(unit, (key) => documents.get(key))),
  }
}

/** A municipality with both forms of the builders, one inspector, and her files already stored. */
export function buildDesk(): Desk {
  const desk = emptyDesk()
  desk.put('paises/AR', buildCountry())
  desk.put(buildMunicipality().path, buildMunicipality())
  putUser(desk, buildUser(AUTHOR))
  putTemplate(desk, buildTemplate())
  putTemplate(desk, buildPlainTemplate())
  for (const claim of [PHOTO, SIGNATURE]) putFile(desk, AUTHOR, claim)
  return desk
}

export function putUser(desk: Desk, user: User): void {
  desk.put(keys.user(user.id), user)
}

export function putTemplate(desk: Desk, template: FormTemplate): void {
  for (const { key, document } of buildVersionWrites(template)) desk.put(key, document)
}

export function putFile(desk: Desk, author: Author, { sha256, bytes, type }: FileClaim): void {
  desk.put(keys.file(author, sha256), { author, sha256, bytes, type })
}
