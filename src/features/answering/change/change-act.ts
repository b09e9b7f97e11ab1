import type { GivenSignature } from '#domain/answering/index.ts'
import type { Correction, Resolution } from '#domain/corrections/index.ts'
import type { ChangeInput } from '#local/index.ts'
import type { ChangeOpening } from './open-change.ts'

type Wide = Extract<ChangeInput, { kind: 'answer.correct' }>['correction']

type Changed = {
  readonly correction: Correction
  readonly signatures: readonly GivenSignature[]
  readonly resolves: readonly Resolution[]
  /** reason for a correction; empty if none was given */
  readonly reason: string
}

/** The change of the answer for the outbox. */
export function buildChange(
  kind: ChangeOpening['kind'],
  { correction: changed, signatures, resolves, reason }: Changed,
): ChangeInput {
  const correction = toWireCorrection(changed)
  switch (kind) {
    case 'answer.edit':
      return { kind, correction, signatures: [...signatures] }
    case 'answer.correct':
      return { kind, correction, resolves: [...resolves], ...(reason === '' ? {} : { reason }) }
    case 'answer.revise':
      return { kind, correction }
  }
}

/** The correction in wire format, with mutable lists. */
function toWireCorrection({
  values,
  conditions,
  rows,
  counts: _,
  uncertain: _uncertain,
  ...particulars
}: Correction): Wide {
  return { ...particulars, values: [...values], conditions: [...conditions], rows: [...rows] }
}
