import { busyWarning, describeMachine } from '../support/machine.ts'
import { say, printFailure } from '../support/report.ts'
import { installPeers } from '../support/peers.ts'
import { buildApp, startDemo } from '../spine/app.ts'
import { measureWeight } from '../spine/weight.ts'
import { measureAttaching, measureOffline, measureRows } from './device.ts'
import { measureFilling, SIZES } from './filling.ts'
import { measureFlood } from './flood.ts'
import { openOdk, openPlain, openSurveyJs } from './peers.ts'
import { measurePrinting } from './printing.ts'
import { measurePublicPage } from './public.ts'
import { openApp, openRelevo } from './relevo.ts'
import { NOTHING, sayVerdicts, type Figures } from './targets.ts'

/** `ANSWERING_ONLY=filling` runs only that step: filling, device, public, flood or pdf. */
const ONLY = process.env['ANSWERING_ONLY']

/**
 * Figures of filling in a form. Figures that could not be measured are null and fail the bench; missed targets are
 * reported.
 */
export async function benchAnswering(): Promise<{ readonly figures: Figures; readonly failed: boolean }> {
  describeMachine().forEach(say)
  const busy = busyWarning()
  if (busy !== undefined) printFailure(busy)
  await installPeers()
  const dist = await buildApp()
  const figures: Record<string, number | null> = { ...NOTHING }
  let failed = false

  const step = async (name: string, title: string, work: () => Promise<Figures>): Promise<void> => {
    if (ONLY !== undefined && ONLY !== name) return
    say(`\n## ${title}\n`)
    try {
      Object.assign(figures, await work())
    } catch (error) {
      failed = true
      printFailure(`${title} FAILED: ${error instanceof Error ? error.message : String(error)}`)
    }
  }

  await step(
    'filling',
    'Filling in forms of 50, 500 and 2,000 questions, beside SurveyJS, ODK Web Forms and a plain page',
    async () => {
      const { answering } = await measureWeight(dist)
      const app = await openApp(await startDemo(dist), 'block')
      const relevo = await openRelevo(app, SIZES, answering.bytes)
      return measureFilling({ relevo, surveyjs: await openSurveyJs(), odk: await openOdk(), plain: await openPlain() })
    },
  )
  await step('device', 'Rows, a long form without a network, and files', async () => {
    const app = await openApp(await startDemo(dist), 'allow')
    return { ...(await measureRows(app)), ...(await measureAttaching(app)), ...(await measureOffline(app)) }
  })
  await step('public', "The public's page", () => measurePublicPage(dist))
  await step('flood', '200 answers of the public a second', () => measureFlood(dist))
  await step('pdf', 'An answer of twenty pages on paper', measurePrinting)

  sayVerdicts(figures)
  return { figures, failed: failed || (ONLY === undefined && Object.values(figures).includes(null)) }
}
