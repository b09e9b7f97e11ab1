import { composeAnswer } from '#domain/answering/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import type { Citizen } from '#domain/citizens/index.ts'
import { type Author, PUBLIC_AUTHOR } from '#domain/kernel/index.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { buildPlainSubmit, buildSubmit, CLOCK } from '#tests/support/builders/submit.ts'

/** records of the citizen portal, and the prefix of their answers' codes */
const RECORDS = 3
export const BEFORE = 'POR'

const EACH = [['0/0'], ['1/r0/0', '2/c0/0']]

/** Two answers per user from the previous program, which did not require all that the form requires now. */
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

/** Answers of a citizen who has signed in at the portal, which has a record of each; their incidents exist. */
export function throughPortal(incidents: FormTemplate, citizen: Citizen): readonly Answer[] {
  return Array.from({ length: RECORDS }, (_, index) => {
    const number = 100 + index
    const submit = buildPlainSubmit(number, 'desde el portal', {
      author: PUBLIC_AUTHOR,
      template: incidents.id,
      header: { citizen, signatures: [], portal: { idRespuestaMG: `mg-${number}` } },
    })
    const answer = composeAnswer(incidents, submit, { code: `${BEFORE}${number}`, now: CLOCK, author: null })
    return { ...answer, muniCore: { ...answer.muniCore, idIncidente: `inc-mg-${number}` } }
  })
}
