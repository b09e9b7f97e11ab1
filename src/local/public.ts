import type { FormTemplate } from '#domain/templates/index.ts'
import {
  generateDeviceId,
  toHex,
  type AnswerId,
  type DeviceId,
  type Result,
  type TemplateId,
} from '#domain/kernel/index.ts'
import type { RelevoDatabase } from './database.ts'
import { runWriteOrThrow, runRead, runWrite, type Local } from './local.ts'
import { readMetaInTransaction, writeMetaInTransaction } from './meta.ts'
import { putTemplates, TEMPLATE_TABLES } from './templates.ts'

/*
 * Functions for databases of guests (the public and citizens), which have no pull. An answer's content is deleted when
 * the server has received it.
 */

/** Facts about a form that its public pages need, and that its template there does not contain. */
export type PublicFormFacts = {
  /** the municipality shows no code on the confirmation page */
  readonly codeHidden: boolean
  /** whether the status page has a state to show; unknown for forms stored by older apps */
  readonly hasStates?: boolean | undefined
  /** the municipality's, for the time of an event; unknown of forms stored by older apps */
  readonly timeZone?: string | undefined
}

/** Stores a form that the server has just sent, so that it opens without a network. */
export function storePublicForm(local: Local, form: FormTemplate, facts: PublicFormFacts): Promise<Result<void>> {
  return runWrite(local, [...TEMPLATE_TABLES, 'meta'], async (database) => {
    await putTemplates(database, [form])
    await writeMetaInTransaction(database, 'publicForms', {
      ...(await readMetaInTransaction(database, 'publicForms')),
      [form.id]: facts,
    })
  })
}

export async function readPublicFormFacts(local: Local, id: TemplateId): Promise<PublicFormFacts | undefined> {
  return (await runRead(local, ['meta'], (database) => readMetaInTransaction(database, 'publicForms')))?.[id]
}

/**
 * Returns the device id of a guest: the public, or a citizen. It is created at the first call for this database. Staff
 * accounts on this device use another id.
 * @param random returns cryptographically random bytes
 */
export function getGuestDeviceId(local: Local, random: (length: number) => Uint8Array): Promise<DeviceId> {
  return runWriteOrThrow(local, ['meta'], async (database) => {
    const knownDeviceId = await readMetaInTransaction(database, 'publicDevice')
    if (knownDeviceId !== undefined) return knownDeviceId
    const made = generateDeviceId(random(16))
    await writeMetaInTransaction(database, 'publicDevice', made)
    return made
  })
}

/**
 * Returns the secret sent with each request, created at the first call. It proves that this device owns files of the
 * public.
 * @param random returns cryptographically random bytes
 */
export function getHolderSecret(local: Local, random: (length: number) => Uint8Array): Promise<string> {
  return runWriteOrThrow(local, ['meta'], async (database) => {
    const known = await readMetaInTransaction(database, 'holderSecret')
    if (known !== undefined) return known
    const made = toHex(random(32))
    await writeMetaInTransaction(database, 'holderSecret', made)
    return made
  })
}

/**
 * Deletes the content of answers that the server received. The rows stay, as a record that the answers were sent. Runs
 * in a transaction over answers.
 */
export async function deleteSentContent(database: RelevoDatabase, ids: readonly AnswerId[]): Promise<void> {
  const rows = await database.answers.bulkGet([...ids])
  await database.answers.bulkPut(
    rows.flatMap((row) => {
      if (row?.submit === undefined) return []
      const { submit: _, ...rest } = row
      return [rest]
    }),
  )
}
