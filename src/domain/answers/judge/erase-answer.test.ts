import { beforeEach, describe, expect, it } from 'vitest'
import { buildDesk, type Desk, putTemplate } from '#tests/support/builders/desk.ts'
import { AUTHOR, buildDeletion, buildSubmit, PHOTO, SIGNATURE } from '#tests/support/builders/submit.ts'
import { buildTemplate, NOW } from '#tests/support/builders/template.ts'
import { EDITABLE, OPTIONAL_SIGNATURE } from '#tests/support/builders/changes.ts'
import { there } from '#tests/support/there.ts'
import type { FileHolder } from '../../kernel/author.ts'
import { toInstant, toMilliseconds, type Instant } from '../../kernel/index.ts'
import { keys } from '../../store/index.ts'
import { restartRetention } from './deleted-answer.ts'
import { createMutationUnit } from './decide.ts'
import { eraseDeletedAnswerUnit, VERSIONS_PER_COMMIT } from './erase-answer.ts'

const DAY = 24 * 60 * 60 * 1000
const photo = keys.file(AUTHOR as FileHolder, PHOTO.sha256)
const signature = keys.file(AUTHOR as FileHolder, SIGNATURE.sha256)
let desk: Desk

const later = (days: number): Instant => toInstant(toMilliseconds(NOW) + days * DAY)
const submit = (seed: number) => desk.commit(createMutationUnit(buildSubmit(seed), { author: AUTHOR }, NOW))
const remove = (seed: number, now = NOW) =>
  desk.commit(createMutationUnit(buildDeletion(buildSubmit(seed)), { author: AUTHOR }, now))
const idOf = (seed: number) => buildSubmit(seed).answer
const deletedOf = (seed: number) => there(desk.documents.get(keys.deletedAnswer(idOf(seed))))

beforeEach(() => {
  desk = buildDesk()
  putTemplate(desk, buildTemplate({}, { opcionales: EDITABLE, signatures: [OPTIONAL_SIGNATURE] }))
  // Files as stored before an answer refers to them.
  for (const key of [photo, signature]) desk.put(key, { ...there(desk.documents.get(key)), expiresAt: later(7) })
})

describe('erasing', () => {
  it('takes everything but receipts in one commit, and ends files that it was the last to name', () => {
    submit(1)
    const { areas, authorId, receivedAt } = there(desk.documents.get(keys.answer(idOf(1))))
    desk.put(keys.sentCopies(idOf(1)), { areas, authorId, receivedAt, sendings: [] })
    remove(1)
    const erased = desk.commit(eraseDeletedAnswerUnit(deletedOf(1), { holdings: [photo, signature] }, later(30)))
    expect(erased).toBe('erased')
    expect([...desk.documents.keys()].filter((key) => key.includes(idOf(1)))).toEqual([])
    expect(desk.documents.get(photo)).toEqual({ ...PHOTO_HELD, expiresAt: later(30) })
    expect(desk.documents.get(keys.receipt(buildSubmit(1).id))).toBeDefined()
    expect(submit(1).status).toBe('applied')
    expect(desk.documents.get(keys.answer(idOf(1)))).toBeUndefined()
  })

  it('leaves a file that another answer names, also one that is deleted and can be brought back', () => {
    submit(1)
    submit(2)
    remove(1)
    remove(2, later(1))
    desk.commit(eraseDeletedAnswerUnit(deletedOf(1), { holdings: [photo, signature] }, later(30)))
    expect(desk.documents.get(photo)).toEqual({ ...PHOTO_HELD, namedBy: [idOf(2)] })
    desk.commit(eraseDeletedAnswerUnit(deletedOf(2), { holdings: [photo, signature] }, later(31)))
    expect(desk.documents.get(photo)).toEqual({ ...PHOTO_HELD, expiresAt: later(31) })
    // Referred to again before the sweep, so it is kept.
    submit(3)
    expect(desk.documents.get(photo)).toEqual({ ...PHOTO_HELD, namedBy: [idOf(3)] })
  })

  it('leaves a file for good that no one has counted, or that more answers name than are counted', () => {
    const uncounted = { author: AUTHOR, ...SIGNATURE }
    desk.put(signature, uncounted)
    for (let seed = 1; seed <= 21; seed += 1) submit(seed)
    expect(desk.documents.get(photo)).toEqual(PHOTO_HELD)
    remove(1)
    desk.commit(eraseDeletedAnswerUnit(deletedOf(1), { holdings: [photo, signature] }, later(30)))
    expect([desk.documents.get(photo), desk.documents.get(signature)]).toEqual([PHOTO_HELD, uncounted])
  })

  it('of many versions continues in commits of a bounded size: none of them can be brought back after the first', () => {
    submit(1)
    remove(1)
    const many = { ...deletedOf(1), version: 2 * VERSIONS_PER_COMMIT + 3 }
    desk.put(keys.deletedAnswer(idOf(1)), many)
    const version = there(desk.documents.get(keys.answerVersion(idOf(1), 1)))
    for (let number = 1; number <= many.version; number += 1)
      desk.put(keys.answerVersion(idOf(1), number), { ...version, version: number })
    const left = () => [...desk.documents.keys()].filter((key) => key.includes('/historial/')).length
    const steps = []
    for (let newest = many.version; newest > 0; newest -= VERSIONS_PER_COMMIT) {
      steps.push([desk.commit(eraseDeletedAnswerUnit(many, { holdings: [photo], newest }, later(30))), left()])
      expect(desk.documents.get(keys.answerVersion(idOf(1), many.version))).toBeUndefined()
      expect(desk.documents.get(photo)?.expiresAt).toBe(later(30))
    }
    expect(steps).toEqual([
      ['continues', VERSIONS_PER_COMMIT + 3],
      ['continues', 3],
      ['erased', 0],
    ])
    expect(desk.documents.get(keys.deletedAnswer(idOf(1)))).toBeUndefined()
  })

  it('waits for what was handed in under its id since, and waits for a decision; it goes with that', () => {
    submit(1)
    remove(1)
    const template = there(desk.documents.get(keys.template(buildSubmit(1).template)))
    desk.put(keys.template(template.id), { ...template, deleted: true })
    const again = buildSubmit(2, { answer: idOf(1) })
    expect(desk.commit(createMutationUnit(again, { author: AUTHOR }, later(1))).status).toBe('held')
    const before = new Map(desk.documents.entries())
    expect(desk.commit(eraseDeletedAnswerUnit(deletedOf(1), { holdings: [photo, signature] }, later(30)))).toBe('kept')
    expect(new Map(desk.documents.entries())).toEqual(before)
    const held = there(desk.documents.get(keys.held(idOf(1))))
    desk.put(keys.held(idOf(1)), {
      ...held,
      outcome: { kind: 'discarded', reason: 'twice', by: { email: '', username: '' }, at: NOW },
    })
    expect(desk.commit(eraseDeletedAnswerUnit(deletedOf(1), { holdings: [photo, signature] }, later(30)))).toBe(
      'erased',
    )
    expect(desk.documents.get(photo)?.expiresAt).toBe(later(30))
  })

  it('takes nothing before its time, nor what was brought back or deleted again since it was found', () => {
    submit(1)
    remove(1)
    const found = deletedOf(1)
    const everything = new Map(desk.documents.entries())
    expect(
      desk.commit(eraseDeletedAnswerUnit(found, { holdings: [photo] }, toInstant(toMilliseconds(later(30)) - 1))),
    ).toBe('kept')
    desk.put(keys.deletedAnswer(idOf(1)), { ...found, at: later(2), until: later(32) })
    expect(desk.commit(eraseDeletedAnswerUnit(found, { holdings: [photo] }, later(33)))).toBe('kept')
    desk.remove(keys.deletedAnswer(idOf(1)))
    expect(desk.commit(eraseDeletedAnswerUnit(found, { holdings: [photo] }, later(33)))).toBe('kept')
    everything.delete(keys.deletedAnswer(idOf(1)))
    expect(new Map(desk.documents.entries())).toEqual(everything)
  })
})

it('what was deleted under a clock that was ahead counts from now on', () => {
  submit(1)
  remove(1, later(365))
  const key = keys.deletedAnswer(idOf(1))
  const [write] = restartRetention(desk.documents, [key], later(1))
  expect(write).toMatchObject({ key, document: { at: later(1), until: later(31) } })
  expect(restartRetention(desk.documents, [key], later(365))).toEqual([])
})

const PHOTO_HELD = { author: AUTHOR, sha256: PHOTO.sha256, bytes: PHOTO.bytes, type: PHOTO.type }
