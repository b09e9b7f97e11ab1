import { composeAnswer } from '#domain/answering/index.ts'
import type { Answer, FormTemplate } from '#domain/documents/index.ts'
import type { Author } from '#domain/kernel/index.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { buildSubmit, CLOCK } from '#tests/support/builders/submit.ts'

const EACH = [['0/0'], ['1/r0/0', '2/c0/0']]

/** Two answers of each of these from the program before this one, which did not ask for everything that the form requires now. */
export function takenOver(inspections: FormTemplate, people: readonly Author[]): readonly Answer[] {
  return people.flatMap((author, person) =>
    EACH.map((lacking, index) => {
      const number = person * EACH.length + index + 1
      const submit = buildSubmit(number, { author })
      const given = Object.entries(submit.content.values).filter(([at]) => !lacking.includes(at))
      const content = { ...submit.content, values: Object.fromEntries(given) }
      return composeAnswer(
        inspections,
        { ...submit, content },
        { code: `ANT${number}`, now: CLOCK, author: buildUser(author) },
      )
    }),
  )
}
