import { PROTOCOL_VERSION } from './protocol-version.ts'

/**
 * What devices of earlier protocols have in their outboxes, brought to today's shape. A tablet may have been in a drawer for a season: its work
 * is never refused for its age. The server asks this of every push before it parses, the device of its stored entries when it is updated, and
 * an imported backup of what it holds; whoever comes first, the result is the same.
 *
 * | from | what was otherwise | becomes |
 * |---|---|---|
 * | 1 | `offset` was 0 when the clock had never been measured | `null`: an unmeasured clock claims less than a right one |
 * | 2 | `resolves` named changes only, and so decided every place where they had clashed | `{ mutation, at: null }`, which means just that |
 * | 3 | a header named no recipient, no asset and no tie to the portal | the same: they may be missing |
 *
 * A new protocol adds a line here, a member in `STEPS`, its messages in `protocol-version.test.ts`, and a version of the device's database.
 * Steps never throw and know nothing of what else may be wrong: parsing comes afterwards.
 */
type Fields = Readonly<Record<string, unknown>>

const STEPS: readonly ((mutation: Fields) => Fields)[] = [unmeasuredClock, resolvedPlaces, (mutation) => mutation]

/**
 * A mutation of protocol `from` in the shape of protocol `to`; the same object when there is nothing to change.
 * @param raw unparsed, from an outbox, a push or a backup
 */
export function upgradeMutation(raw: unknown, from: number, to: number = PROTOCOL_VERSION): unknown {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return raw
  return STEPS.slice(from - 1, to - 1).reduce((mutation, step) => step(mutation), raw as Fields)
}

function unmeasuredClock(mutation: Fields): Fields {
  return mutation['offset'] === 0 ? { ...mutation, offset: null } : mutation
}

function resolvedPlaces(mutation: Fields): Fields {
  const { resolves } = mutation
  if (!Array.isArray(resolves) || resolves.length === 0) return mutation
  return {
    ...mutation,
    resolves: resolves.map((id: unknown) => (typeof id === 'string' ? { mutation: id, at: null } : id)),
  }
}
