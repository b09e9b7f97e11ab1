import { PROTOCOL_VERSION } from './protocol-version.ts'

type Fields = Readonly<Record<string, unknown>>
type Reword = (said: Fields) => Fields

/** Conversions from one protocol version to the next. Missing conversions mean no change. */
export type ProtocolStep = {
  readonly mutation?: Reword
  /** draft of an answer */
  readonly draft?: Reword
  /** template being edited: base of the edit, current form, and saves without a reply */
  readonly edit?: Reword
}
/** Steps by the protocol they start from. */
export type ProtocolSteps = Readonly<Record<number, ProtocolStep>>

/**
 * Steps from each earlier protocol, so that no device is refused for its age. Applied by the server to each push, by
 * the device to its store after an update, and to imported backups. Steps are idempotent, never throw and run before
 * parsing. The step to row ids, which was added to protocol 1 before its release, is recognised by shape: row-lists.ts.
 */
const STEPS: ProtocolSteps = {}

/**
 * Converts data from protocol `from` to protocol `to`; the same object when nothing changes.
 * @param raw unparsed, from an outbox, a push or a backup
 * @param earlier for tests: steps of invented protocols
 */
export function convertProtocol(
  what: keyof ProtocolStep,
  raw: unknown,
  from: number,
  { to = PROTOCOL_VERSION, earlier }: { readonly to?: number; readonly earlier?: ProtocolSteps | undefined } = {},
): unknown {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return raw
  let said = raw as Fields
  for (let protocol = from; protocol < to; protocol += 1) {
    const step = { ...STEPS, ...earlier }[protocol]?.[what]
    if (step !== undefined) said = step(said)
  }
  return said
}
