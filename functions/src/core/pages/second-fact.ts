import { comparableIdNumber, momentsOfDay } from '#domain/kernel/index.ts'
import type { ListedAnswer } from '#domain/answers/index.ts'

const DAY = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/
/** As a browser's own field for a day sends it. */
const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/

/** The citizen's number (`30.123.456`, `20-30123456-7`), or the day (`24/11/2026`) by its municipality's clock? */
export function isFactOf(
  answer: Pick<ListedAnswer, 'datosCiudadano' | 'summary'>,
  timeZone: string,
  typed: string,
): boolean {
  const text = typed.trim()
  const day = dayIn(text)
  if (day !== undefined) {
    const { first, last } = momentsOfDay(day, timeZone)
    return answer.summary.fechaCreacion >= first && answer.summary.fechaCreacion <= last
  }
  const number = comparableIdNumber(text)
  const { dni = '', cuit = '' } = answer.datosCiudadano ?? {}
  return number !== '' && [dni, cuit].some((known) => comparableIdNumber(known ?? '') === number)
}

/** @returns `2026-11-24`; undefined: no day, or one that no calendar has */
function dayIn(text: string): string | undefined {
  const [, day = '', month = '', year = ''] = DAY.exec(text) ?? []
  const written = ISO_DAY.test(text) ? text : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const at = Date.parse(`${written}T00:00:00Z`)
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== written ? undefined : written
}
