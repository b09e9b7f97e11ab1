import { addDays, ok, refuse, type MunicipalityPath, type Result } from '../../kernel/index.ts'
import type { Closing, LastClosing } from '../documents/closing.ts'
import { keys, set, type Unit } from '../../store/index.ts'

/**
 * Closes all days after the previous closing up to a day, so that no more money counts on them, and assigns the number.
 * The sums are stored afterwards (`storeClosingUnit`), because only then they are final. Repetition has no effect.
 *
 * | found | result |
 * |---|---|
 * | the same day is closed | that closing |
 * | a later day is closed | payment.day-closed ({ day }) |
 * | the previous closing has no sums yet | server.busy: store them first, and try again |
 */
export function closeDayUnit(
  municipality: MunicipalityPath,
  closing: Omit<LastClosing, 'number' | 'from'>,
): Unit<Result<LastClosing>> {
  const key = keys.lastClosing(municipality)
  return {
    keysFor: (documents) => {
      const last = documents.get(key)
      return [key, ...(last === undefined ? [] : [keys.closing(municipality, last.day)])]
    },
    decide: (documents) => {
      const last = documents.get(key)
      // A repeated request after a lost reply.
      if (last?.day === closing.day) return { result: ok(last), writes: [] }
      if (last === undefined) {
        const first: LastClosing = { ...closing, number: 1 }
        return { result: ok(first), writes: [set(key, first)] }
      }
      const { day, number, timeZone } = last
      if (closing.day < day) return { result: refuse('payment.day-closed', { day }), writes: [] }
      if (documents.get(keys.closing(municipality, day)) === undefined)
        return { result: refuse('server.busy'), writes: [] }
      const next: LastClosing = { ...closing, timeZone, from: addDays(day, 1), number: number + 1 }
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
