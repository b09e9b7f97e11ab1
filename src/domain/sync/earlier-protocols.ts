import { PROTOCOL_VERSION } from './protocol-version.ts'

type Fields = Readonly<Record<string, unknown>>
type Reword = (said: Fields) => Fields

/** What a device says or keeps in one protocol's words, in the next one's. What is missing here is the same in both. */
export type Step = {
  readonly mutation?: Reword
  /** an answer that is being written */
  readonly draft?: Reword
  /** a template being edited: what the edit began from, the form as it stands, and what was sent without a reply */
  readonly edit?: Reword
}
/** By the protocol that each begins with. */
export type Steps = Readonly<Record<number, Step>>

/**
 * One for each protocol before today's: a tablet's work is never refused for its age. The server asks this of each push
 * before it parses, the device of what it has stored when it is updated, an imported backup of what it holds, in any
 * order with the same result. Steps never throw, and know of nothing else that may be wrong: parsing comes afterwards.
 * The step to row ids, which protocol 1 has got before its release, is recognised by its shape: row-lists.ts.
 */
const STEPS: Steps = {}

/**
 * What was said in the words of protocol `from`, in those of protocol `to`; the same object when nothing is to change.
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
