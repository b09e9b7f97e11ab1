import type { User } from '#domain/users/index.ts'
import type { AreaPath, Author, TemplateId } from '#domain/kernel/index.ts'
import { keys, type Write } from '#domain/store/index.ts'

/** A user's areas and deactivation from a time on; milliseconds in the world's time. */
type Span = Pick<User, 'areas' | 'deactivatedAt'> & { readonly from: number }

/** Users' areas and areas' names over time, from the server's own writes, in order of decision. */
export type Register = {
  /** within the transaction that decides them */
  decided(writes: readonly Write[]): void
  isActive(author: Author): boolean
  has(author: Author, area: AreaPath): boolean
  /** whether they had the area, or were active, at any moment since */
  hadSince(author: Author, area: AreaPath, since: number): boolean
  wasActiveSince(author: Author, since: number): boolean
  /** when the user last changed */
  changedAt(author: Author): number
  nameOf(area: string): string | undefined
  /** last write of a form: a renaming reaches an area's forms after the area, after a crash minutes later */
  writtenAt(form: TemplateId): number
}

export function createRegister(now: () => number): Register {
  const people = new Map<string, Span[]>()
  const names = new Map<string, string>()
  const written = new Map<string, number>()
  const spansOf = (author: Author): readonly Span[] => people.get(keys.user(author)) ?? []
  const last = (author: Author): Span | undefined => spansOf(author).at(-1)
  /** the spans that began since, and the one current at that moment */
  const since = (author: Author, moment: number): readonly Span[] =>
    spansOf(author).filter((_, index, all) => (all[index + 1]?.from ?? Infinity) >= moment)

  function decided(writes: readonly Write[]): void {
    for (const write of writes) {
      if (write.kind !== 'set') continue
      if (write.key.includes('/areas_municipales/')) names.set(write.key, String(write.document['nombre']))
      if (write.key.startsWith('formularios/')) written.set(write.key, now())
      if (!/^usuarios\/[^/]+$/.test(write.key)) continue
      const { areas, deactivatedAt } = write.document as unknown as User
      const before = people.get(write.key) ?? []
      const same = before.at(-1)
      // A user's last sign-in is stored in the same document.
      if (same?.deactivatedAt === deactivatedAt && String(same?.areas) === String(areas)) continue
      const span = { areas, ...(deactivatedAt === undefined ? {} : { deactivatedAt }), from: now() }
      people.set(write.key, [...before, span])
    }
  }

  return {
    decided,
    isActive: (author) => last(author)?.deactivatedAt === undefined,
    has: (author, area) => last(author)?.areas.includes(area) === true,
    hadSince: (author, area, moment) => since(author, moment).some(({ areas }) => areas.includes(area)),
    wasActiveSince: (author, moment) => since(author, moment).some((span) => span.deactivatedAt === undefined),
    changedAt: (author) => last(author)?.from ?? 0,
    nameOf: (area) => names.get(area),
    writtenAt: (form) => written.get(keys.template(form)) ?? 0,
  }
}
