import { describe, expect, it } from 'vitest'
import { answerAt } from '#tests/support/builders/reviewing.ts'
import { olderAnswerOf } from './answer-summaries.ts'
import { sentOlderSchema } from './answers-api.ts'
import { summaryOf } from './summarise-answer.ts'

const { datosCiudadano: _, ...ofNobody } = answerAt('area', 'own', 1)

describe('the summary of an answer', () => {
  it('says what it is about where that is not its recipient, whom it names already', () => {
    expect(summaryOf(ofNobody)).toMatchObject({ destinatario: '', nombre: 'San Juan 450' })
    const about = summaryOf(answerAt('area', 'own', 1))
    expect([about.destinatario, about.nombre]).toEqual(['Ana Paz', undefined])
    const { datosCiudadano, ...rest } = answerAt('area', 'own', 1)
    const spaced = datosCiudadano && { ...datosCiudadano, nombre: 'Ana  Rosa' }
    expect(summaryOf({ ...rest, ...(spaced && { datosCiudadano: spaced }) }).nombre).toBeUndefined()
  })

  it('is read without a name, as a device makes it, and with the one that the server has given', () => {
    const nameless = olderAnswerOf(ofNobody)
    expect(nameless).not.toHaveProperty('nombre')
    expect(sentOlderSchema.parse(nameless)).toEqual(nameless)
    expect(sentOlderSchema.parse({ ...nameless, nombre: 'San Juan 450' })).toMatchObject({ nombre: 'San Juan 450' })
  })
})
