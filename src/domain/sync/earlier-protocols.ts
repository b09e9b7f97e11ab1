import { PROTOCOL_VERSION } from './protocol-version.ts'

type Fields = Readonly<Record<string, unknown>>
type ConvertFields = (said: Fields) => Fields

/** Conversions from one protocol version to the next. A missing conversion means that nothing changed. */
export type ProtocolStep = {
  readonly mutation?: ConvertFields
  /** draft of an answer */
  readonly draft?: ConvertFields
  /** template being edited: base of the edit, current form, and the form that was sent without a reply */
  readonly edit?: ConvertFields
}
/** Steps, by the protocol version that they convert from. */
export type ProtocolSteps = Readonly<Record<number, ProtocolStep>>

/**
 * Steps from each earlier protocol, so that no device is refused because of its age. The server applies them to each
 * push; devices apply them to stored data after an update, and to imported backups. Steps are idempotent, never throw,
 * and run before parsing. The step to row ids was added to protocol 1 before its release, so it is recognised by the
 * data's shape (row-lists.ts).
 */
const STEPS: ProtocolSteps = {}

/**
 * Converts data from protocol `from` to protocol `to`. Returns the same object if nothing changes.
 * @param unparsed unparsed data from an outbox, a push or a backup
 * @param earlier steps of made-up protocols, for tests
 */
export function convertProtocol(
  what: keyof ProtocolStep,
  unparsed: unknown,
  from: number,
  { to = PROTOCOL_VERSION, earlier }: { readonly to?: number; readonly earlier?: ProtocolSteps | undefined } = {},
): unknown {
  if (typeof unparsed !== 'object' || unparsed === null || Array.isArray(unparsed)) return unparsed
  let said = unparsed as Fields
  for (let protocol = from; protocol < to; protocol += 1) {
    const step = { ...STEPS, ...earlier }[protocol]?.[what]
    if (step !== undefined) said = step(said)
  }
  return said
}
