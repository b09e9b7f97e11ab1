import { roleSchema } from '../../users/documents/role.ts'
import type { ApiToken } from '../../integrations/documents/api-token.ts'
import type { Country, Municipality } from '../../places/documents/location.ts'
import type { FormTemplate } from '../../templates/documents/template.ts'
import type { DoorLinks } from '../../tickets/documents/ticket.ts'
import { isEventForm } from '../../tickets/event.ts'
import { buildCancelledWrites, listCancellationKeys } from '../../tickets/judge/event-units.ts'
import type { SecondFactors } from '../documents/second-factor.ts'
import type { StoredSession } from '../documents/web-session.ts'
import type { User } from '../../users/documents/user.ts'
import type { WebhookRegister } from '../../integrations/documents/webhook.ts'
import { toInstant } from '../../kernel/index.ts'
import {
  keys,
  remove,
  set,
  type FoundDocuments,
  type Key,
  type StoredDocument,
  type Unit,
  type Write,
} from '../../store/index.ts'
import { UNUSABLE_PASSWORD_HASH } from './invalidate-restored.ts'

/**
 * Grants in a document by name (for example a user's roles and areas); false: switched off. An event's sale is also a
 * grant.
 */
type Grants = Readonly<Record<string, boolean>>

/** Grants of a document that have ended. `names` missing: all grants. */
export type EndedGrants = {
  readonly at: number
  readonly names?: readonly string[] | undefined
  /** grants that were still active in the document after the most recent ending */
  readonly left?: readonly string[] | undefined
}

/** A document restored from a backup that contains grants which had ended before the restore. */
type RevivedGrant<T extends StoredDocument> = {
  readonly key: Key<T>
  readonly document: T
  readonly names: ReadonlySet<string>
  readonly found: FoundDocuments
}

/** Rules for finding and ending the grants in one type of document. */
export type GrantRule<T extends StoredDocument = StoredDocument> = {
  readonly grantsOf: (document: T) => Grants
  /** returns further documents that `withoutRevived` needs */
  readonly reads?: (key: Key<T>, document: T) => readonly Key[]
  readonly withoutRevived: (revived: RevivedGrant<T>, ended: EndedGrants) => readonly Write[]
  /** true: if there is no record of ended grants, all grants of this type end */
  readonly isEndedWhenUnknown: boolean
  /** documents of this type expire on their own within the lifetime of an API token */
  readonly isShortLived: boolean
  /**
   * true: deleting the document does not end its grants. To end a revived grant, a new version of the document is
   * written, whose number must be above all assigned numbers.
   */
  readonly isVersioned?: boolean
}

/** Returns the names of the active grants in a document. @param document undefined if missing */
export function listActiveGrants(rule: GrantRule, document: StoredDocument | undefined): readonly string[] {
  if (document === undefined) return []
  return Object.entries(rule.grantsOf(document)).flatMap(([name, isOn]) => (isOn ? [name] : []))
}

/** Names of the grants in a document that had ended. */
export function listRevivedGrants(
  rule: GrantRule,
  document: StoredDocument | undefined,
  { names }: Pick<EndedGrants, 'names'>,
): readonly string[] {
  return listActiveGrants(rule, document).filter((name) => names === undefined || names.includes(name))
}

/** Ends grants that a restored backup made active again. @returns whether there were any */
export function endGrantsUnit(rule: GrantRule, key: Key, ended: EndedGrants): Unit<boolean> {
  return {
    keysFor: (documents) => {
      const document = documents.get(key)
      return document === undefined ? [key] : [key, ...(rule.reads?.(key, document) ?? [])]
    },
    decide: (documents) => {
      const document = documents.get(key)
      const names = new Set(listRevivedGrants(rule, document, ended))
      if (document === undefined || names.size === 0) return { result: false, writes: [] }
      return { result: true, writes: rule.withoutRevived({ key, document, names, found: documents }, ended) }
    },
  }
}

/**
 * Removes the type parameter. This is safe, because rules are looked up by the key's collection, which determines the
 * document type.
 */
function toGenericRule<T extends StoredDocument>(rule: GrantRule<T>): GrantRule {
  return rule as unknown as GrantRule
}

const ROLE = 'role:'
const AREA = 'area:'

/** All types of documents that grant access or notifications. */
export const GRANT_RULES = {
  sessions: toGenericRule<StoredSession>({
    grantsOf: ({ active }) => ({ active }),
    withoutRevived: ({ key }) => [remove(key)],
    isEndedWhenUnknown: true,
    isShortLived: true,
  }),
  apiTokens: toGenericRule<ApiToken>({
    grantsOf: () => ({ token: true }),
    reads: (_, { municipality }) => [keys.tokenRegister(municipality)],
    withoutRevived: ({ key, document: { id, municipality }, found }) => {
      const register = keys.tokenRegister(municipality)
      const tokens = found.get(register)?.tokens ?? []
      return [remove(key), set(register, { tokens: tokens.filter((otherToken) => otherToken !== id) })]
    },
    isEndedWhenUnknown: true,
    isShortLived: true,
  }),
  users: toGenericRule<User>({
    grantsOf: ({ deactivatedAt, roles: [role], areas }) => ({
      active: deactivatedAt === undefined,
      [`${ROLE}${role}`]: true,
      ...Object.fromEntries(areas.map((area) => [`${AREA}${area}`, true])),
    }),
    withoutRevived: ({ key, document, names }, { at, left = [] }) => {
      const [role] = document.roles
      const hasLostRole = names.has(`${ROLE}${role}`)
      const last = left.find((name) => name.startsWith(ROLE))?.slice(ROLE.length)
      const read = roleSchema.safeParse(last)
      const isClosed = names.has('active') || (hasLostRole && !read.success)
      return [
        set(key, {
          ...document,
          roles: [hasLostRole && read.success ? read.data : role],
          areas: document.areas.filter((area) => !names.has(`${AREA}${area}`)),
          ...(isClosed ? { deactivatedAt: toInstant(at) } : {}),
        }),
      ]
    },
    // Ending all grants would lock out all users. Instead, the log asks administrators to check the users.
    isEndedWhenUnknown: false,
    isShortLived: false,
  }),
  factors: toGenericRule<SecondFactors>({
    grantsOf: ({ factors, recovery, recoveryAt }) => ({
      ...Object.fromEntries(factors.map(({ id }) => [id, true])),
      ...Object.fromEntries(recovery.map((hash, index) => [buildRecoveryName(recoveryAt, index), hash !== ''])),
    }),
    reads: (key) => [getCredentialsKey(key)],
    withoutRevived: ({ key, document, names, found }, { left = [] }) => {
      const factors = document.factors.filter(({ id }) => !names.has(id))
      const recovery = document.recovery.map((hash, index) =>
        names.has(buildRecoveryName(document.recoveryAt, index)) ? '' : hash,
      )
      if (factors.length > 0) return [set(key, { ...document, factors, recovery })]
      // The backup lacks the user's newer factors. Resets the password, because it must not be sufficient for signing
      // in.
      const credentials = found.get(getCredentialsKey(key))
      const isExchanged = left.length > 0 && credentials !== undefined
      const closed = isExchanged
        ? [
            set(getCredentialsKey(key), {
              ...credentials,
              passwordHash: UNUSABLE_PASSWORD_HASH,
              epoch: (credentials.epoch ?? 0) + 1,
            }),
          ]
        : []
      return [remove(key), ...closed]
    },
    isEndedWhenUnknown: false,
    isShortLived: false,
  }),
  doorLinks: toGenericRule<DoorLinks>({
    grantsOf: ({ links }) => Object.fromEntries(links.map(({ id, ended }) => [id, ended === undefined])),
    withoutRevived: ({ key, document, names }, { at }) => [
      set(key, {
        ...document,
        links: document.links.map((link) => (names.has(link.id) ? { ...link, ended: toInstant(at) } : link)),
      }),
    ],
    isEndedWhenUnknown: true,
    isShortLived: false,
  }),
  /** Registers of webhooks. Their collection also contains registers of tokens, which have no hooks. */
  webhooks: toGenericRule<Partial<WebhookRegister>>({
    grantsOf: ({ hooks = [] }) => Object.fromEntries(hooks.map(({ id, state }) => [id, state === 'on'])),
    withoutRevived: ({ key, document: { hooks = [] }, names }) => [
      set(key, { hooks: hooks.map((hook) => (names.has(hook.id) ? { ...hook, state: 'off' as const } : hook)) }),
    ],
    isEndedWhenUnknown: true,
    isShortLived: false,
  }),
  /** The sale of an event, which ends when the event is cancelled. */
  events: toGenericRule<FormTemplate>({
    grantsOf: (form) => (isEventForm(form) ? { sale: form.ticketSale.cancelled === undefined } : {}),
    reads: (_, { id }) => listCancellationKeys(id),
    withoutRevived: ({ document, found }, { at }) => buildCancelledWrites(document, found, toInstant(at)),
    // Without a record, no event is known to be cancelled, and a cancellation refunds all buyers.
    isEndedWhenUnknown: false,
    isShortLived: false,
    isVersioned: true,
  }),
  places: toGenericRule<Country | Municipality>({
    grantsOf: ({ inhabilitado }) => ({ open: !inhabilitado }),
    withoutRevived: ({ key, document }) => [set(key, { ...document, inhabilitado: true })],
    isEndedWhenUnknown: false,
    isShortLived: false,
  }),
} as const satisfies Readonly<Record<string, GrantRule>>

function buildRecoveryName(at: string, index: number): string {
  return `recovery:${at}:${index}`
}

function getCredentialsKey(key: Key<SecondFactors>) {
  return keys.credentials(key.slice(key.lastIndexOf('/') + 1))
}
