import { Button, FileButton, Progress, Stack } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { unreachable } from '#domain/kernel/index.ts'
import type { ImportedUserLine } from '#domain/users/index.ts'
import { Banner, Dialog, DialogFooter, ListTable, useProblemText, StatusBadge, type Column } from '#ui/index.ts'
import '@mantine/core/styles/Progress.layer.css'
import { useUserImport, type UserImportState, type ImportOutcome } from './use-importing.ts'

/** Imports users from a file. Shows the results of a dry run first, then imports after confirmation. */
export function ImportUsersDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui()
  const { state, dialog, choose, downloadTemplate, carryOut, stop } = useUserImport()
  return (
    <Dialog opened onClose={onClose} title={t`Import users`} size="xl" closeOnClickOutside={false}>
      <Stack gap="md">
        <Part state={state} />
        <DialogFooter>
          {state.kind === 'running' ? (
            <Button variant="default" onClick={stop}>
              <Trans>Stop</Trans>
            </Button>
          ) : (
            <>
              <Button variant="default" onClick={onClose}>
                <Trans>Close</Trans>
              </Button>
              {state.kind === 'nothing' && (
                <Button variant="default" onClick={downloadTemplate}>
                  <Trans>Download a template</Trans>
                </Button>
              )}
              <FileButton accept=".csv,text/csv" onChange={(file) => file !== null && choose(file)}>
                {(props) => (
                  <Button {...props} variant={state.kind === 'reported' ? 'default' : 'filled'}>
                    <Trans>Choose a file</Trans>
                  </Button>
                )}
              </FileButton>
              {state.kind === 'reported' && <ImportVerb state={state} carryOut={carryOut} />}
            </>
          )}
        </DialogFooter>
        {dialog}
      </Stack>
    </Dialog>
  )
}

type State = ReturnType<typeof useUserImport>['state']
type ReportedState = Extract<State, { readonly kind: 'reported' }>

function Part({ state }: { readonly state: State }) {
  const { t } = useLingui()
  const problemText = useProblemText()
  switch (state.kind) {
    case 'nothing':
      return (
        <p>
          <Trans>
            Choose a CSV file. Its first line names the columns: email, username, first_name, last_name, role, legajo
            (staff number), municipality and areas. Write roles as the list of users shows them, for example Inspector.
            Separate several areas with |. Exported files have this format. You see the result of each line before
            anything is saved.
          </Trans>
        </p>
      )
    case 'unreadable':
      return (
        <div role="alert">
          <Banner tone="attention">{problemText(state.problem)}</Banner>
        </div>
      )
    case 'running':
      return (
        <div role="status">
          <p>
            {state.isDryRun ? <Trans>Checking the lines…</Trans> : <Trans>Saving the users…</Trans>}{' '}
            <Trans>
              Lines: {state.done} of {state.total}
            </Trans>
          </p>
          <Progress value={(100 * state.done) / state.total} aria-label={t`Progress`} />
        </div>
      )
    case 'reported':
      return <ImportUsersReport state={state} />
    default:
      return unreachable(state)
  }
}

/** The button below a report: import after a dry run, or continue after an interruption. */
function ImportVerb({ state, carryOut }: { readonly state: ReportedState; readonly carryOut: () => void }) {
  const changes = state.outcomes.filter(
    ({ lineResult }) => lineResult.kind === 'created' || lineResult.kind === 'changed',
  ).length
  const isShort = state.outcomes.length < state.total
  if (!state.isDryRun && !isShort) return null
  if (state.isDryRun && !isShort && changes === 0) return null
  return (
    <Button onClick={carryOut}>
      {state.isDryRun ? <Plural value={changes} one="Save # user" other="Save # users" /> : <Trans>Continue</Trans>}
    </Button>
  )
}

type ReportedLines = Extract<UserImportState, { readonly kind: 'reported' }>

/** Totals, the reason of an interruption, and the result of each line. */
function ImportUsersReport({ state: { isDryRun, outcomes, total, failure } }: { readonly state: ReportedLines }) {
  const { t } = useLingui()
  const problemText = useProblemText()
  const columns: readonly Column<ImportOutcome>[] = [
    { head: t`Username`, cell: ({ line }) => line.username },
    { head: t`Line`, card: 'named', figures: true, cell: ({ line }) => line.line },
    {
      head: t`Person`,
      cell: ({ line: { firstName, lastName, email } }) =>
        [`${firstName} ${lastName}`.trim(), email].filter((part) => part !== '').join(' · '),
    },
    {
      head: t`Result`,
      card: 'side',
      cell: ({ line, lineResult }) => <ResultText lineResult={lineResult} areas={line.areas} dry={isDryRun} />,
    },
  ]
  const count = (kind: ImportedUserLine['kind']): number =>
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
        {isDryRun ? <Trans>Preview: nothing has been saved yet.</Trans> : <Trans>Import finished.</Trans>}{' '}
        <Trans>
          Lines: {outcomes.length} of {total}
        </Trans>
        {': '}
        {isDryRun ? (
          <Plural value={count('created')} one="# will be created" other="# will be created" />
        ) : (
          <Plural value={count('created')} one="# created" other="# created" />
        )}
        {', '}
        {isDryRun ? (
          <Plural value={count('changed')} one="# will be changed" other="# will be changed" />
        ) : (
          <Plural value={count('changed')} one="# changed" other="# changed" />
        )}
        {', '}
        <Plural value={count('same')} one="# unchanged" other="# unchanged" />
        {', '}
        <Plural value={count('refused')} one="# refused" other="# refused" />.
      </p>
      <ListTable
        label={t`Lines of the file`}
        columns={columns}
        items={outcomes}
        keyOf={({ line }) => String(line.line)}
      />
    </>
  )
}

type ResultTextProps = {
  readonly lineResult: ImportedUserLine
  readonly areas: string
  /** whether nothing is saved */
  readonly dry: boolean
}

function ResultText({ lineResult, areas, dry }: ResultTextProps) {
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
      return <StatusBadge tone="received">{dry ? <Trans>Will be created</Trans> : <Trans>Created</Trans>}</StatusBadge>
    case 'changed': {
      const fields = lineResult.fields.map((field) => names[field] ?? field).join(', ')
      return (
        <StatusBadge tone="waiting">
          {dry ? <Trans>Will change: {fields}</Trans> : <Trans>Changed: {fields}</Trans>}
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
