import { beforeEach, expect, it } from 'vitest'
import { buildAnsweredDesk, storedOn } from '#tests/support/builders/changes.ts'
import { buildTemplate, NOW } from '#tests/support/builders/template.ts'
import { addressSchema } from '../kernel/address.ts'
import { there } from '#tests/support/there.ts'
import type { Answer } from '../answers/index.ts'
import { citizenSchema } from '../citizens/index.ts'
import { buildNextRequest, listRequestComments } from './change-requests.ts'
import { formatRequestMessage } from './request-message.ts'

const version = buildTemplate()
const at = (text: string) => addressSchema.parse(text)
const by = { madeBy: { email: 'sofia@relevo.example', username: 'sofia' }, sentDateTime: NOW }
const ANA = citizenSchema.parse({ id: 'c1', nombre: 'Ana', apellido: 'Torres' })
let answer: Answer

beforeEach(() => {
  answer = { ...storedOn(buildAnsweredDesk()), datosCiudadano: ANA }
})

it('greets, says the general observation, and names every section and question in the order of the form', () => {
  const request = buildNextRequest(
    answer,
    version,
    {
      comment: 'Falta poco ',
      answers: [at('1/r0/0'), at('1/0'), at('0/0')],
      images: [at('0/7')],
      documents: [],
      sections: [0],
      notes: [
        { about: at('0/0'), comment: 'Como en el cartel' },
        { about: 0, comment: 'Casi todo' },
      ],
    },
    by,
  )
  const said = formatRequestMessage(answer, there(request.ok ? request.value : undefined))
  expect(said).toMatch(/^Estimado\/a Ana Torres: Observación general: Falta poco\n\n/)
  const [, first, second] = said.split('\n\n')
  expect(first?.split('\n')).toEqual([
    `${there(version.secciones[0]).titulo}: Casi todo`,
    '- Nombre: Como en el cartel',
    expect.stringMatching(/^- .+ \(imagen\)$/),
  ])
  expect(second?.split('\n')).toHaveLength(3)
})

it('says nothing of what no request waits for', () => {
  expect(listRequestComments(answer).size).toBe(0)
})
