import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { unreachable } from '#domain/kernel/index.ts'
import type { ImportedLine } from '#domain/users/index.ts'
import { Banner, StatusBadge, useProblemText } from '#ui/index.ts'
import styles from '../users.module.css'
import type { Importing, ImportOutcome } from './use-importing.ts'

type Reported = Extract<Importing, { readonly kind: 'reported' }>

/** Totals, the reason of an interruption, and the result of each line. */
export function ImportUsersReport({ state: { dry, outcomes, total, failure } }: { readonly state: Reported }) {
  const { t } = useLingui()
  const problemText = useProblemText()
  const count = (kind: ImportedLine['kind']): number =>
    outcomes.filter(({ lineResult }) => lineResult.kind === kind).length
  return (
    <>
      {failure !== undefined && (
        <div role="alert">
          <Banner tone="attention">
            {problemText(failure)}{' '}
            <Trans>The lines listed here are done. To process the rest, continue or choose the same file again.</Trans>
          </Banner>
        </div>
      )}
      <p role="status">
        {dry ? <Trans>Preview: nothing has been saved yet.</Trans> : <Trans>Import finished.</Trans>}{' '}
        <Trans>
          {outcomes.length} of {total} lines
        </Trans>
        {': '}
        <Plural value={count('created')} one="# created" other="# created" />
        {', '}
        <Plural value={count('changed')} one="# changed" other="# changed" />
        {', '}
        <Plural value={count('same')} one="# unchanged" other="# unchanged" />
        {', '}
        <Plural value={count('refused')} one="# refused" other="# refused" />.
      </p>
      <div className={`r-breaks ${styles['report']}`}>
        <table aria-label={t`Lines of the file`}>
          <thead>
            <tr>
              <th scope="col">
                <Trans>Line</Trans>
              </th>
              <th scope="col">
                <Trans>Username</Trans>
              </th>
              <th scope="col">
                <Trans>Person</Trans>
              </th>
              <th scope="col">
                <Trans>Result</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {outcomes.map((outcome) => (
              <Line key={outcome.line.line} outcome={outcome} />
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

function Line({ outcome: { line, lineResult } }: { readonly outcome: ImportOutcome }) {
  return (
    <tr>
      <td className="r-code">{line.line}</td>
      <th scope="row">{line.username}</th>
      <td>{[`${line.firstName} ${line.lastName}`.trim(), line.email].filter((part) => part !== '').join(' · ')}</td>
      <td>
        <ResultText lineResult={lineResult} areas={line.areas} />
      </td>
    </tr>
  )
}

function ResultText({ lineResult, areas }: { readonly lineResult: ImportedLine; readonly areas: string }) {
  const problemText = useProblemText()
  const { t } = useLingui()
  const names: Readonly<Record<string, string>> = {
    firstName: t`First name`,
    lastName: t`Last name`,
    inspectorID: t`Staff number`,
    roles: t`Role`,
    areas: t`Areas`,
    municipalityPath: t`Municipality`,
  }
  switch (lineResult.kind) {
    case 'created':
      return (
        <StatusBadge tone="received">
          <Trans>Created</Trans>
        </StatusBadge>
      )
    case 'changed': {
      const fields = lineResult.fields.map((field) => names[field] ?? field).join(', ')
      return (
        <StatusBadge tone="waiting">
          <Trans>Changed: {fields}</Trans>
        </StatusBadge>
      )
    }
    case 'same':
      return <Trans>Unchanged</Trans>
    case 'refused':
      if (lineResult.problem.code === 'user.area-unknown')
        return (
          <StatusBadge tone="attention">
            <Trans>Unknown area, or several with this name: {areas}</Trans>
          </StatusBadge>
        )
      return <StatusBadge tone="attention">{problemText(lineResult.problem)}</StatusBadge>
    default:
      return unreachable(lineResult)
  }
}
