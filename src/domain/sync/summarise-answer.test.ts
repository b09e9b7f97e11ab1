import { describe, expect, it } from 'vitest'
import { answerAt } from '#tests/support/builders/reviewing.ts'
import { sentOlderSchema } from './answers-api.ts'
import { olderAnswerOf, summaryOf } from './summarise-answer.ts'

const { datosCiudadano: _, ...ofNobody } = answerAt('area', 'own', 1)

describe('the summary of an answer', () => {
  it('says what it is about where that is not its recipient, whom it names already', () => {
    expect(summaryOf(ofNobody)).toMatchObject({ destinatario: '', nombre: 'San Juan 450' })
    const about = summaryOf(answerAt('area', 'own', 1))
    expect([about.destinatario, about.nombre]).toEqual(['Ana Paz', undefined])
  })

  it('is read without a name where an earlier release has made it', () => {
    const { nombre: __, ...earlier } = olderAnswerOf(ofNobody)
    expect(sentOlderSchema.safeParse(earlier).success).toBe(true)
  })
})
