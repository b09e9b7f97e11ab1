import { Plural, Trans } from '@lingui/react/macro'
import type { RestoreReport } from '#domain/devices/index.ts'
import { buildReference } from '#domain/codes/index.ts'
import { useFormats } from '#ui/index.ts'
import styles from './supervision.module.css'

/** Note on what a device has sent again after the server was restored from a backup, with the names of lost files. */
export function RestoreReportNote({ broughtBack }: { readonly broughtBack: RestoreReport }) {
  const formats = useFormats()
  const { at, answers, changes, missing, missingCount } = broughtBack
  return (
    <div className={`r-soft ${styles['soft'] ?? ''}`}>
      <Trans>The server was restored. Sent again by this device on {formats.dateTime(at)}:</Trans>{' '}
      <Plural value={answers} one="# answer" other="# answers" />
      {changes > 0 && (
        <>
          {', '}
          <Plural value={changes} one="# change" other="# changes" />
        </>
      )}
      {missingCount > 0 && (
        <>
          {'. '}
          <strong>
            <Plural value={missingCount} one="# file is lost:" other="# files are lost:" />
          </strong>
          <ul>
            {missing.map(({ answer, code, question, name }) => (
              <li key={`${answer} ${name}`}>
                <span className="r-code">{code === '' ? buildReference(answer) : code}</span>
                {question !== '' && ` · ${question}`} · {name}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
