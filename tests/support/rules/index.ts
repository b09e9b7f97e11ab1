import { CITIZEN_RULES } from './citizen-rules.ts'
import type { RuleCase } from './rule-case.ts'
import { VALUE_RULES } from './value-rules.ts'
import { WHOLE_RULES } from './whole-rules.ts'

export { formOf, parsedSubmit, submitOf, type RuleCase } from './rule-case.ts'

/** Every rule of part 3, point 5, that applies when an answer is saved. */
export const RULES: readonly RuleCase[] = [...VALUE_RULES, ...WHOLE_RULES, ...CITIZEN_RULES]
