import { keys } from '#domain/store/index.ts'
import { versionWrites } from '#domain/templates/judge/index.ts'
import { ageAnswers } from './afterwards.ts'
import type { DemoDocument } from './demo-document.ts'
import { demoTemplates } from './forms/index.ts'
import { userDocuments, demoUsers } from './people.ts'
import { demoPlaces } from './places.ts'
import { paymentAccountAt } from './paying.ts'
import { planAnswers } from './plan.ts'
import { createRandom } from './random.ts'
import { applySubmission, buildSubmission, type Documents } from './submit.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Days before now: when accounts and forms were created, and since when they are used. */
const DAYS_SINCE_CREATION = 170
const DAYS_IN_USE = 115
/** Days from now until the event whose tickets are sold. */
const EVENT = 30

/**
 * All documents of the demonstration, in order; the same arguments give the same documents. @param now milliseconds;
 * the last answers are an hour older
 */
export function buildDemo(now: number, seed: number): readonly DemoDocument[] {
  const random = createRandom(seed)
  const people = demoUsers(now - DAYS_SINCE_CREATION * DAY)
  const forms = demoTemplates(now - DAYS_SINCE_CREATION * DAY, now + EVENT * DAY)
  const documents: Documents = new Map()
  const add = ({ key, document }: DemoDocument): void => void documents.set(key, document)
  // Makes the form editor show all its question types.
  add({ key: keys.remoteConfig, document: { show_new_type_question: true } })
  for (const place of demoPlaces()) add(place)
  for (const user of userDocuments(people)) add(user)
  add(paymentAccountAt(now - DAYS_IN_USE * DAY))
  for (const form of forms) {
    for (const { key, document } of versionWrites(form)) add({ key, document })
  }
  for (const planned of planAnswers(random, forms, people, { from: now - DAYS_IN_USE * DAY, to: now - HOUR })) {
    applySubmission(buildSubmission(planned), planned.arrived, documents)
  }
  ageAnswers(documents, people, now, random)
  return [...documents].map(([key, document]) => ({ key, document }))
}
