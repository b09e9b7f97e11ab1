import { isDeepStrictEqual } from 'node:util'
import type { Answer } from '#domain/answers/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import { getFirstArea } from '#domain/places/index.ts'
import { type Author, authorSchema, isGuest } from '#domain/kernel/index.ts'
import { keys, type Key, type Write } from '#domain/store/index.ts'
import type { PushResult } from '#domain/sync/index.ts'
import { listLocalAnswers, listFormSummaries } from '#local/index.ts'
import { openUpgraded } from '#tests/support/device/earlier-app.ts'
import type { SimDevice } from './device.ts'
import type { Register } from './register.ts'
import type { SimServer } from './server.ts'

/** A device's request with the server's reply. */
export type Served = {
  readonly path: string
  /** cookie of the request, and the cookie set by the reply */
  readonly cookie: string
  readonly given: string | undefined
  readonly account: string | null
  readonly status: number
  readonly body: ArrayBuffer
  /** in the world's time */
  readonly begun: number
}

/**
 * "Nothing in foreign hands", the other half of invariant 7: deactivated, moved or signed-out users receive nothing
 * more, and nothing of theirs takes effect. Their rights at a moment are computed from the server's writes, in the
 * order of its decisions (`register.ts`), and not with the product's rules.
 */
export type AccessOracle = {
  /** within the transaction that decides them */
  decided(writes: readonly Write[]): void
  served(request: Served): void
  /** sessions of this account, or of all, begun before this moment have ended @param before when their end began */
  signedOut(author: Author | undefined, before: number): void
  /** the database was restored: ended sessions may be valid again */
  broughtBack(): void
  final(
    server: SimServer,
    devices: readonly SimDevice[],
    authorsOn: (device: SimDevice) => Iterable<Author>,
  ): Promise<void>
}

type Login = { readonly author: Author; readonly at: number }
type End = { readonly author: Author | undefined; readonly before: number; readonly known: number }
type Pulled = {
  readonly templates?: readonly FormTemplate[]
  readonly answers?: readonly Answer[]
  readonly areas?: readonly { readonly path: FormTemplate['areas'][number] }[]
}

export function createAccessOracle(
  note: (violation: string) => void,
  register: Register,
  versions: ReadonlyMap<Key, FormTemplate>,
  now: () => number,
): AccessOracle {
  const logins = new Map<string, Login>()
  let ends: End[] = []

  /** Checks that the author of an effect had the right at that moment. */
  function checkEffect(writes: readonly Write[]): void {
    const receipt = writes.find((write) => write.kind === 'set' && write.key.startsWith('receipts/'))
    if (receipt?.kind !== 'set') return
    const { author, result } = receipt.document as unknown as { readonly author: Author; readonly result: PushResult }
    if (isGuest(author) || (result.status !== 'applied' && result.status !== 'merged')) return
    const answer = writes.flatMap((write) =>
      write.kind === 'set' && write.key.startsWith('respuestas_formularios/') ? [write.document as Answer] : [],
    )[0]
    if (answer === undefined) return
    if (!register.isActive(author)) note(`7 own author: ${result.id} took effect while ${author} was switched off`)
    const open = answer.version === 1 && answer.opcionales.citizenAssociationFromCitizenPortal
    if (!open && !register.has(author, getFirstArea(answer)))
      note(`7 own author: ${result.id} took effect while ${author} had another area`)
  }

  function checkPulled(account: Author, body: ArrayBuffer, begun: number): void {
    const pulled = JSON.parse(new TextDecoder().decode(body)) as Pulled
    const had = (area: FormTemplate['areas'][number]): boolean => register.hadSince(account, area, begun)
    for (const { id, areas } of pulled.templates ?? [])
      if (!areas.some(had)) note(`7 own author: ${account} was given the form ${id} of another area`)
    for (const { id, authorId, areas } of pulled.answers ?? [])
      if (authorId !== account || !areas.some(had)) note(`7 own author: ${account} was given the answer ${id}`)
    for (const { path } of pulled.areas ?? [])
      if (!had(path)) note(`7 own author: ${account} was given the area ${path}`)
  }

  async function checkDevice(device: SimDevice, author: Author): Promise<void> {
    const heard = device.line.heard.get(author) ?? 0
    if (heard <= register.changedAt(author)) return
    const local = openUpgraded(author, device.disk)
    const [forms, answers] = [await listFormSummaries(local), await listLocalAnswers(local)]
    local.close()
    for (const form of forms) {
      if (!form.areas.some((area) => register.has(author, area)))
        note(`7 own author: ${device.name} offers ${author} the form ${form.id} of another area`)
      const name = register.nameOf(getFirstArea(form))
      if (form.areaInfo.nombre !== name && heard > register.writtenAt(form.id))
        note(`11 truthful: ${device.name} calls the area of ${form.id} ${form.areaInfo.nombre}, and it is ${name}`)
    }
    for (const { id, answer, entries } of answers) {
      if (answer === undefined || entries.length > 0 || answer.areas.some((area) => register.has(author, area)))
        continue
      note(`7 own author: ${device.name} still shows ${author} the answer ${id} of another area`)
    }
  }

  /** Checks that forms have their area's current name, and that renaming changed nothing else. */
  async function checkNames({ store }: SimServer): Promise<void> {
    const newest = new Map<string, FormTemplate>()
    for (const [key, version] of versions) {
      if (!isDeepStrictEqual(await store.get(key), version))
        note(`6 own version: ${key} is not as it was when it was published`)
      if ((newest.get(version.id)?.version ?? 0) < version.version) newest.set(version.id, version)
    }
    for (const { id, version, areas } of newest.values()) {
      const form = await store.get(keys.template(id))
      const name = register.nameOf(areas[0] ?? '')
      if (form?.version !== version) note(`6 own version: ${id} has version ${form?.version}, published is ${version}`)
      if (form?.areaInfo.nombre !== name)
        note(`11 truthful: ${id} is said to be of ${form?.areaInfo.nombre}, and its area is called ${name}`)
      for (const area of areas)
        if ((await store.get(keys.area(area)))?.renaming !== undefined)
          note(`10 liveness: ${area} is still being renamed`)
    }
  }

  return {
    decided: (writes) => {
      checkEffect(writes)
      register.decided(writes)
    },
    served: ({ path, cookie, given, account, status, body, begun }) => {
      const known = logins.get(cookie)
      const author = account === null ? undefined : authorSchema.parse(account)
      // A new sign-in names its user in the reply; a renewed session keeps its start time.
      if (given !== undefined && given !== cookie) {
        const signed = path === '/api/session' && account === null
        const login = signed ? { author: authorOf(body), at: now() } : known
        if (login !== undefined) logins.set(given, login)
      }
      if (author === undefined || isGuest(author) || status >= 400 || !/^\/api\/(sync|uploads)/.test(path)) return
      const over = ends.find(
        (end) =>
          known !== undefined &&
          (end.author === undefined || end.author === known.author) &&
          known.at < end.before &&
          begun > end.known,
      )
      if (over !== undefined) note(`7 own author: ${path} was served to a session of ${author} that was ended`)
      if (!path.startsWith('/api/sync/pull')) return
      if (!register.wasActiveSince(author, begun)) note(`7 own author: ${author} was given news while switched off`)
      checkPulled(author, body, begun)
    },
    signedOut: (author, before) => ends.push({ author, before, known: now() }),
    broughtBack: () => (ends = []),
    final: async (server, devices, authorsOn) => {
      await checkNames(server)
      for (const device of devices) for (const author of authorsOn(device)) await checkDevice(device, author)
    },
  }
}

function authorOf(body: ArrayBuffer): Author {
  return authorSchema.parse((JSON.parse(new TextDecoder().decode(body)) as { readonly id: string }).id)
}
