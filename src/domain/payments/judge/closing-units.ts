import { ok, refuse, type MunicipalityPath, type Result } from '../../kernel/index.ts'
import type { Closing, LastClosing } from '../documents/closing.ts'
import { keys, set, type Unit } from '../../store/index.ts'

/**
 * Closes a day, so that no more money counts on it or on an earlier day, and assigns its number. Its sums are stored
 * afterwards (`storeClosingUnit`), because only then they are final. Repetition has no effect. Refuses with
 * payment.day-closed ({ day }) if a later day is closed.
 */
export function closeDayUnit(
  municipality: MunicipalityPath,
  closing: Omit<LastClosing, 'number'>,
): Unit<Result<LastClosing>> {
  const key = keys.lastClosing(municipality)
  return {
    keysFor: () => [key],
    decide: (documents) => {
      const last = documents.get(key)
      // A repeated request after a lost reply.
      if (last?.day === closing.day) return { result: ok(last), writes: [] }
      if (last !== undefined && closing.day < last.day)
        return { result: refuse('payment.day-closed', { day: last.day }), writes: [] }
      const next: LastClosing = { ...closing, number: (last?.number ?? 0) + 1 }
      return { result: ok(next), writes: [set(key, next)] }
    },
  }
}

/** Stores a closing once. */
export function storeClosingUnit(closing: Closing): Unit<Closing> {
  const key = keys.closing(closing.municipality, closing.day)
  return {
    keysFor: () => [key],
    decide: (documents) => {
      const known = documents.get(key)
      return { result: known ?? closing, writes: known === undefined ? [set(key, closing)] : [] }
    },
  }
}
