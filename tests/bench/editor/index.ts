import { busyWarning, describeMachine } from '../support/machine.ts'
import { say, printFailure } from '../support/report.ts'
import { measureActs, NO_ACTS } from './acts.ts'
import { measureXlsform } from './xlsform.ts'

type Figures = Record<string, number | null>

/** Figures of the editor; null until their step has run. */
const NOTHING: Readonly<Figures> = {
  ...NO_ACTS,
  xlsform_workbooks: null,
  xlsform_imported: null,
  xlsform_refused: null,
  xlsform_failed: null,
  xlsform_rows_lost_in_silence: null,
}

/** Figures of the form editor. Figures that could not be measured are null, are reported, and fail the bench. */
export async function benchEditor(): Promise<{ readonly figures: Figures; readonly failed: boolean }> {
  describeMachine().forEach(say)
  const busy = busyWarning()
  if (busy !== undefined) printFailure(busy)
  const figures: Figures = { ...NOTHING }
  let failed = false

  const step = async (name: string, work: () => Promise<Figures>): Promise<void> => {
    say(`\n## ${name}\n`)
    try {
      Object.assign(figures, await work())
    } catch (error) {
      failed = true
      printFailure(`${name} FAILED: ${error instanceof Error ? error.message : String(error)}`)
    }
  }

  await step('Editing forms of 50, 500 and 2,000 questions, beside SurveyJS Creator', measureActs)
  await step('XLSForm: the example workbooks of pyxform', measureXlsform)

  const broken = (figures['xlsform_failed'] ?? 0) > 0 || (figures['xlsform_rows_lost_in_silence'] ?? 0) > 0
  return { figures, failed: failed || broken || Object.values(figures).includes(null) }
}
