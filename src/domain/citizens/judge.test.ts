import { expect, it } from 'vitest'
import { CITIZEN_AUTHOR } from '#tests/support/builders/permits.ts'
import { MUNICIPALITY, NOW } from '#tests/support/builders/template.ts'
import { citizenIdSchema } from '../kernel/ids.ts'
import { toInstant, toMilliseconds } from '../kernel/moments.ts'
import { municipalityPathSchema } from '../kernel/paths.ts'
import { isCitizenSessionOpen, buildCitizenSession } from './judge.ts'

it('a session is open beside a request that noted it a moment later, and over when a clock was ahead', () => {
  const municipality = municipalityPathSchema.parse(MUNICIPALITY)
  const id = citizenIdSchema.parse('c1')
  const citizen = { id, nombre: 'Ana', apellido: 'Torres', dni: '30111222', username: 'ana.torres', municipality }
  const session = buildCitizenSession({ author: CITIZEN_AUTHOR, citizen, scope: { kind: 'own' } }, NOW)
  const isOpenAfter = (milliseconds: number): boolean =>
    isCitizenSessionOpen(session, toInstant(toMilliseconds(NOW) + milliseconds))
  expect([-60_001, -60_000, -1, 0, 899_999, 900_000].map(isOpenAfter)).toEqual([false, true, true, true, true, false])
  expect(isCitizenSessionOpen(undefined, NOW)).toBe(false)
})
