/** `npm run accessibility`: writes ACCESSIBILITY.md from the table of criteria. */
import { writeFileSync } from 'node:fs'
import { buildReport, REPORT_PATH } from './report.ts'

writeFileSync(REPORT_PATH, buildReport())
