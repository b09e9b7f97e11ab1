import { PROTOCOL_VERSION } from './protocol-version.ts'

type Fields = Readonly<Record<string, unknown>>
type Reword = (said: Fields) => Fields

/** What a device says or keeps in the words of one protocol, in those of the next. What is missing here says the same in both. */
export type Step = {
  readonly mutation?: Reword
  /** an answer that is being written */
  readonly draft?: Reword
  /** a template that is being edited: what the edit began from, the form as it stands, and what was sent without a reply */
  readonly edit?: Reword
}
/** By the protocol that each begins with. */
export type Steps = Readonly<Record<number, Step>>

/**
 * One for each protocol before today's. A tablet may have been in a drawer for a season: its work is never refused for its age. The server asks this of every
 * push before it parses, the device of what it has stored when it is updated, and an imported backup of what it holds; whoever comes first, the result is
 * the same. Steps never throw and know nothing of what else may be wrong: parsing comes afterwards.
 */
const STEPS: Steps = {}

/**
 * What was said in the words of protocol `from`, in those of protocol `to`; the same object when there is nothing to change.
 * @param raw unparsed, from an outbox, a push or a backup
 * @param earlier tests: the steps of protocols that never were
 */
export function reworded(
  what: keyof Step,
  raw: unknown,
  from: number,
  { to = PROTOCOL_VERSION, earlier }: { readonly to?: number; readonly earlier?: Steps | undefined } = {},
): unknown {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return raw
  let said = raw as Fields
  for (let protocol = from; protocol < to; protocol += 1) {
    const step = { ...STEPS, ...earlier }[protocol]?.[what]
    if (step !== undefined) said = step(said)
  }
  return said
}
