import type { AnswerValues, Answer } from '#domain/answers/index.ts'
import { decomposeAnswer } from '#domain/answering/index.ts'
import { addressSchema } from '#domain/kernel/index.ts'
import { INSPECTIONS } from './forms.ts'

/** Required places of inspections without a value, also for checked conditions and rows; `2?`: a condition. */
export function lackingIn(answer: Answer): readonly string[] {
  return lackingWith(answer, decomposeAnswer(answer))
}

const ASKED = ['0/0', '0/1', '0/2', '0/3', '0/4', '0/5', '0/6', '0/7', '1/0', '1/1']

/** Places of inspections without a value, required or not: any user who completes the answer may fill them in. */
export function openIn(answer: Answer): readonly string[] {
  if (answer.idPlantilla !== INSPECTIONS) return []
  const { values, rows } = decomposeAnswer(answer)
  const inRows = (rows['1'] ?? []).map((row) => `1/r${row}/1`)
  const free = [...ASKED, ...inRows].filter((at) => values[addressSchema.parse(at)] === undefined)
  return [...new Set([...lackingIn(answer), ...free])]
}

/** The result of `lackingIn` if the answer had this content. */
export function lackingWith({ idPlantilla }: Answer, { values, conditions, rows }: AnswerValues): readonly string[] {
  if (idPlantilla !== INSPECTIONS) return []
  const checked = conditions['2'] ?? []
  const asked = [
    '0/0',
    '0/7',
    '1/0',
    ...(rows['1'] ?? []).map((row) => `1/r${row}/0`),
    ...checked.map((condition) => `2/c${condition}/0`),
  ]
  return [
    ...asked.filter((at) => values[addressSchema.parse(at)] === undefined),
    ...(checked.length === 0 ? ['2?'] : []),
  ]
}
