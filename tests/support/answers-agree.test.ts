import fc from 'fast-check'
import { expect, it } from 'vitest'
import { actorOfUser } from '#domain/access/index.ts'
import { generatePdfv3 } from '#domain/exports/index.ts'
import {
  checkSubmission,
  composeAnswer,
  decomposeAnswer,
  type SubmitMutation,
  listAskedQuestions,
} from '#domain/answering/index.ts'
import { buildCorrection, findActionRefusal } from '#domain/corrections/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import { answerIdSchema, mutationIdSchema, generateMutationId, type Problem, toInstant } from '#domain/kernel/index.ts'
import { buildAnswerPdf } from '#domain/pdf/index.ts'
import { keys } from '#domain/store/index.ts'
import { mutationSchema } from '#domain/sync/index.ts'
import { SPANISH } from '#tests/support/pdf/pdf-ports.ts'
import { findMissingFormItems } from '#features/answering/form/find-missing.ts'
import { withAnswerValue } from '#features/answering/controls/control.ts'
import { withValue } from '#features/answering/form/content-edits.ts'
import { buildSubmit } from '#features/answering/save/build-submit.ts'
import { type AnsweringSession, createAnsweringSession } from '#features/answering/session.ts'
import { listLocalAnswers, listOutbox, loadDraft } from '#local/index.ts'
import { act, type Edit, edits } from './agreeing/any-edits.ts'
import { anyForm, formOf } from './agreeing/any-form.ts'
import { forged, type Forgery, forgeries } from './agreeing/forged.ts'
import { complete, otherFitting, WAYS, withoutEmpty } from './agreeing/filling.ts'
import { AUTHOR, buildStage, CORRECTOR, pushed, type Stage, uploaded } from './agreeing/stage.ts'
import { createTally } from './agreeing/tally.ts'
import { enteredIn, writtenOn } from './agreeing/written-on.ts'
import { DEVICE } from './builders/submit.ts'
import { readPdf } from './pdf/read-pdf.ts'
import { readTags } from './pdf/read-tags.ts'
import { there } from './there.ts'

/*
 * Checks that, for any edits of any form, the screen's engine, the check before sending, the device's store, the server
 * and the PDF agree on whether the answer is valid, and if not, why.
 */

const RUNS = Number(process.env['RELEVO_AGREEING_RUNS'] ?? 200)
const MINUTE = 60_000

/** Checks that the engine and the check before sending agree on the screen's answer; `undefined`: it may be sent. */
function verdictOn(session: AnsweringSession, submit: SubmitMutation): Problem | undefined {
  const missing = findMissingFormItems(session.form)
  const checked = checkSubmission(session.form.template, submit)
  const problem = checked.ok ? undefined : checked.problem
  // Includes the problem, so that a failure shows it.
  expect({ isWhole: missing.length === 0, problem }).toEqual({ isWhole: checked.ok, problem })
  if (checked.ok) return undefined
  const reasons = missing.map(({ problem }) => problem.code as string)
  if (['answer.wrong-value', 'answer.incomplete'].includes(checked.problem.code))
    expect(reasons).toContain(checked.problem.details?.['reason'])
  return checked.problem
}

/** Closes and reopens the form: the device has kept the answer unchanged, with the same missing parts. */
async function reopened({ device, host }: Stage, session: AnsweringSession): Promise<AnsweringSession> {
  const kept = await loadDraft(device.local, session.answer)
  if (kept === undefined) {
    expect(session.isDraft()).toBe(false)
    return session
  }
  const again = createAnsweringSession({ kind: 'draft', template: session.form.template, ...kept }, host)
  expect(findMissingFormItems(again.form)).toEqual(findMissingFormItems(session.form))
  return again
}

async function refuses(
  stage: Stage,
  session: AnsweringSession,
  submit: SubmitMutation,
  problem: Problem,
): Promise<void> {
  const { world, device, cookies } = stage
  expect(await session.save()).toEqual({ ok: false, problem })
  expect(await listOutbox(device.local)).toEqual([])
  await uploaded(stage, submit)
  // A text longer than any stored one makes the message invalid.
  const isMessage = mutationSchema.safeParse(submit).success
  stage.tally.count(isMessage ? 'refused alike' : 'refused: no message')
  const said = isMessage ? problem : { code: 'request.malformed' }
  expect(await pushed(stage, cookies.author, submit)).toMatchObject({ status: 'rejected', problem: said })
  expect(await world.store.get(keys.answer(submit.answer))).toBeUndefined()
}

/** Checks that a forged message is refused by the server, and by the device's check before sending. */
async function refusesForged(
  stage: Stage,
  template: FormTemplate,
  submit: SubmitMutation,
  how: Forgery,
): Promise<void> {
  const ids = {
    id: mutationIdSchema.parse(submit.id.replace(/^./, '7')),
    answer: answerIdSchema.parse(submit.answer.replace(/^./, '7')),
  }
  const message = forged(template, { ...submit, ...ids }, how)
  if (message === undefined) return
  stage.tally.count(`forged: ${how}`)
  const checked = checkSubmission(template, message)
  const found = checked.ok ? undefined : checked.problem
  // A false file type is detected only from the file's bytes.
  const problem = how === 'lying' ? { code: 'file.wrong-type' } : found
  expect(problem).toBeDefined()
  await uploaded(stage, message)
  expect(await pushed(stage, stage.cookies.author, message)).toMatchObject({ status: 'rejected', problem })
  expect(await stage.world.store.get(keys.answer(message.answer))).toBeUndefined()
}

async function takes(stage: Stage, session: AnsweringSession, submit: SubmitMutation): Promise<void> {
  const { world, device, tally } = stage
  expect(await session.save()).toEqual({ ok: true, value: undefined })
  const [entry] = await listOutbox(device.local)
  expect(entry?.mutation).toEqual({ ...submit, offset: expect.toBeOneOf([null, 0]) })
  expect(await device.run()).toMatchObject({ kind: 'done' })
  expect(await listOutbox(device.local)).toEqual([])
  const stored = there(await world.store.get(keys.answer(submit.answer)))
  const copy = (await listLocalAnswers(device.local, submit.template)).find(({ id }) => id === submit.answer)
  expect(copy?.delivery).toMatchObject({ kind: 'received', code: stored.codigoMunicipio })
  expect(copy?.answer).toEqual(stored)
  expect(decomposeAnswer(stored)).toEqual(withoutEmpty(submit.content))
  for (const { sha256, bytes } of submit.files) expect(await world.files.size(sha256)).toBe(bytes)
  tally.countAnswer(session.form.template, submit)
  await putsOnPaper(stage, session.form.template, submit, stored)
  await corrects(stage, session.form.template, stored)
}

/**
 * Checks that the server's PDF contains each entered value once and no other, and that the device's page contains the
 * same.
 */
async function putsOnPaper(
  { world, cookies }: Stage,
  template: FormTemplate,
  submit: SubmitMutation,
  stored: Answer,
): Promise<void> {
  const body = { data: { answerId: submit.answer, language: 'es' } }
  const said = (await (await world.ask('POST', '/api/generatePdfv3', { cookie: cookies.author, body })).json()) as {
    readonly result?: unknown
  }
  const { downloadUrl } = generatePdfv3.reply.parse(said.result)
  const made = await world.ask('GET', downloadUrl, { cookie: cookies.author })
  const bytes = new Uint8Array(await made.arrayBuffer())
  const { pages, images } = readPdf(bytes)
  expect(readTags(bytes)).toMatchObject({ isMarked: true, language: 'es' })
  const expected = writtenOn(template, submit)
  // Otherwise unknown lines would be ignored on both sides.
  expect(enteredIn(expected.lines)).toEqual(expected.lines)
  expect(enteredIn(pages.flat()).toSorted()).toEqual(expected.lines.toSorted())
  expect(images).toBe(expected.pictures)

  const unsent = composeAnswer(template, submit, { code: '', now: stored.receivedAt, author: null })
  const [here, sent] = [unsent, stored].map((answer) => {
    const setting = {
      texts: SPANISH,
      language: 'es',
      dateTime: String,
      codeHidden: false,
      electronicSignatureHidden: false,
      home: '',
    }
    const { subjects, sections, signatures } = buildAnswerPdf(answer, undefined, setting)
    return { subjects, sections, signatures }
  })
  expect(here).toEqual(sent)
}

/** Checks whether a signed answer may still be changed: the device offers what the server accepts (part 3, point 6). */
async function corrects(stage: Stage, template: FormTemplate, stored: Answer): Promise<void> {
  const content = decomposeAnswer(stored)
  const place = listAskedQuestions(template, content).find(({ question }) => otherFitting(question) !== undefined)
  if (place === undefined) return
  const { opcionales, signatures } = template
  const isLocked = signatures.some(({ required }) => required) && !opcionales.signatureEditableAnswer
  const problem = isLocked ? { code: 'answer.locked-by-signature' } : null
  expect(findActionRefusal('correct', actorOfUser(CORRECTOR), stored, template)).toEqual(problem)
  const after = withValue(
    content,
    place.address,
    withAnswerValue(content.values[place.address] ?? {}, there(otherFitting(place.question))),
  )
  const mutation = mutationSchema.parse({
    kind: 'answer.correct',
    id: generateMutationId(stage.host.random(16)),
    answer: stored.id,
    author: CORRECTOR.id,
    device: DEVICE,
    clock: toInstant(stage.world.clock.now),
    offset: 0,
    template: template.id,
    version: template.version,
    base: stored.version,
    files: [],
    correction: buildCorrection(content, after),
    resolves: [],
  })
  const result = await pushed(stage, stage.cookies.corrector, mutation)
  if (problem === null) expect(result).toMatchObject({ status: 'applied' })
  else expect(result).toMatchObject({ status: 'rejected', problem })
  const unlocked = signatures.length > 0 ? 'corrected: signed' : 'corrected: unsigned'
  stage.tally.count(isLocked ? 'corrected: locked' : unlocked)
}

const ends = fc.option(fc.nat(WAYS - 1), { freq: 4 })
type Run = {
  readonly template: FormTemplate
  readonly done: readonly Edit[]
  /** how the missing parts are filled in; null: they are left out */
  readonly ends: number | null
  /** edits after that */
  readonly after: readonly Edit[]
  readonly forgedBy: readonly Forgery[]
}

async function agree(stage: Stage, { template, done, ends, after, forgedBy }: Run): Promise<void> {
  const { world, device, host, tally } = stage
  world.clock.now += MINUTE
  device.clock.now = world.clock.now
  await world.put(keys.template(template.id), template)
  await world.put(keys.templateVersion(template.id, template.version), template)
  const session = createAnsweringSession({ kind: 'new', template }, host)
  const leave = session.follow(() => {})
  const does = async (all: readonly Edit[]): Promise<void> => {
    for (const edit of all) if (await act(session, edit)) tally.count(`edit: ${edit.kind}`)
  }
  await does(done)
  if (ends !== null) await complete(session, ends)
  await does(after)
  await leave()
  const again = await reopened(stage, session)
  const envelope = {
    id: again.mutation,
    answer: again.answer,
    author: AUTHOR,
    device: DEVICE,
    now: host.now(),
    offset: 0,
  }
  const submit = buildSubmit(again.form, envelope)
  const problem = verdictOn(again, submit)
  tally.countVerdict(findMissingFormItems(again.form).map((missing) => missing.problem))
  if (problem !== undefined) return refuses(stage, again, submit, problem)
  for (const how of forgedBy) await refusesForged(stage, template, submit, how)
  await takes(stage, again, submit)
}

const anyRun = fc.record({ done: edits(16), ends, after: edits(3), forgedBy: forgeries })

it(
  'engine, device, server and paper agree about every answer, and why it is none',
  async () => {
    const tally = createTally()
    let [stage, number] = [await buildStage(tally), 0]
    await fc.assert(
      fc.asyncProperty(anyForm, anyRun, async (form, run) => {
        number += 1
        try {
          await agree(stage, { template: formOf(form, number), ...run })
          expect(stage.world.log).toEqual([])
        } catch (error) {
          // The next, smaller case starts without data of this one.
          stage = await buildStage(tally)
          throw error
        }
      }),
      { numRuns: RUNS },
    )
    expect(tally.rare(RUNS)).toEqual([])
  },
  60_000 + RUNS * 500,
)
