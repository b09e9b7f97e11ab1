import { useState, type ReactNode } from 'react'
import { Button, Progress, Radio, Stack } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import '@mantine/core/styles/Progress.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import type { ExportFormat } from '#documents/index.ts'
import { unreachable, type AnswerId, type TemplateId } from '#domain/kernel/index.ts'
import type { ListFilter } from '#domain/answers/index.ts'
import { Banner, Dialog, DialogFooter, useOnline, useProblemText } from '#ui/index.ts'
import styles from './export.module.css'
import type { ArchiveContents } from './run-export.ts'
import { useExport, type ExportState } from './use-export.ts'

/** Maximum missing files listed by name on screen. The archive contains the full list. */
const MAX_NAMED = 20

type ExportDialogProps = {
  readonly template: TemplateId
  readonly filter: ListFilter
  readonly narrowed: boolean
  /** exports only these answers */
  readonly answers?: readonly AnswerId[] | undefined
  readonly onClose: () => void
}

/** Exports the answers of a list: format, progress and result. */
export function ExportDialog({ template, filter, narrowed, answers, onClose }: ExportDialogProps) {
  const { t } = useLingui()
  const [format, setFormat] = useState<ExportFormat>('xlsx')
  const { state, run, cancel } = useExport()
  const isUnderway = state.kind === 'taking' || state.kind === 'waiting' || state.kind === 'writing'
  return (
    // Ignores clicks outside while an export is running, so that it is not discarded.
    <Dialog opened onClose={onClose} title={t`Export answers`} closeOnClickOutside={!isUnderway}>
      <Stack gap="md">
        {state.kind === 'asked' ? (
          <Choice narrowed={narrowed} chosen={answers?.length} format={format} choose={setFormat} />
        ) : (
          <Part state={state} />
        )}
        <DialogFooter>
          {isUnderway ? (
            <Button variant="default" onClick={cancel}>
              <Trans>Cancel export</Trans>
            </Button>
          ) : (
            <>
              <Button variant="default" onClick={onClose}>
                <Trans>Close</Trans>
              </Button>
              {state.kind !== 'done' && state.kind !== 'empty' && (
                <ExportVerb
                  state={state}
                  run={() => run({ template, filter, format, ...(answers === undefined ? {} : { answers }) })}
                  retry={cancel}
                />
              )}
            </>
          )}
        </DialogFooter>
      </Stack>
    </Dialog>
  )
}

/** Button that starts or retries the export. If another format is needed, returns to the choice of format. */
function ExportVerb({
  state,
  run,
  retry,
}: {
  readonly state: ExportState
  readonly run: () => void
  readonly retry: () => void
}) {
  if (state.kind === 'asked')
    return (
      <Button onClick={run}>
        <Trans>Export</Trans>
      </Button>
    )
  const isOfFormat = state.kind === 'too-wide' || state.kind === 'nowhere' || state.kind === 'no-files'
  return (
    <Button onClick={isOfFormat ? retry : run}>
      {isOfFormat ? <Trans>Choose another format</Trans> : <Trans>Try again</Trans>}
    </Button>
  )
}

type ChoiceProps = {
  readonly narrowed: boolean
  readonly chosen: number | undefined
  readonly format: ExportFormat
  readonly choose: (format: ExportFormat) => void
}

function ExportScope({ chosen, narrowed }: Pick<ChoiceProps, 'chosen' | 'narrowed'>) {
  if (chosen !== undefined) return <Plural value={chosen} one="# selected answer." other="# selected answers." />
  return narrowed ? (
    <Trans>Exports all answers that match the filters of the list, on all pages.</Trans>
  ) : (
    <Trans>
      Exports all answers to this form that you can see. Unsent answers are not included. A large export can be slow:
      filter the list first.
    </Trans>
  )
}

function Choice({ narrowed, chosen, format, choose }: ChoiceProps) {
  const { t } = useLingui()
  return (
    <>
      <p>
        <ExportScope chosen={chosen} narrowed={narrowed} />
      </p>
      <Radio.Group label={t`Format`} value={format} onChange={(value) => choose(value as ExportFormat)}>
        <Stack gap="sm" mt="xs">
          <Radio value="xlsx" label={t`Workbook (XLSX), for Excel or LibreOffice`} />
          <Radio value="csv" label={t`Comma-separated text (CSV)`} />
          <Radio value="geojson" label={t`Answers with a location, for maps (GeoJSON)`} />
          <Radio value="kml" label={t`Answers with a location, for Google Earth (KML)`} />
          <Radio value="zip" label={t`Photos, documents and signatures (ZIP)`} />
        </Stack>
      </Radio.Group>
    </>
  )
}

function Part({ state }: { readonly state: Exclude<ExportState, { readonly kind: 'asked' }> }) {
  const problemText = useProblemText()
  const online = useOnline()
  const noReplyText = online ? <Trans>Cannot reach the server</Trans> : <Trans>Internet connection lost</Trans>
  const percent = 'percent' in state ? state.percent : 0
  switch (state.kind) {
    case 'taking':
      return <Bar text={<Trans>Downloading answers: {percent}%</Trans>} percent={percent} />
    case 'writing':
      return <Bar text={<Trans>Creating the file: {percent}%</Trans>} percent={percent} />
    case 'waiting':
      return (
        <>
          <Outcome role="status" tone="waiting" title={noReplyText}>
            <Trans>
              Could not connect to the server. Keep this page open: the export continues automatically when the
              connection is back.
            </Trans>
          </Outcome>
          <Bar text={<Trans>{percent}% downloaded</Trans>} percent={percent} />
        </>
      )
    case 'done': {
      const { answers, held } = state
      if (held !== undefined) return <ArchiveDownload name={state.name} {...held} />
      return (
        <Outcome role="status" tone="received" title={state.name}>
          <Plural
            value={answers}
            one="The file with # answer is in your downloads."
            other="The file with # answers is in your downloads."
          />
        </Outcome>
      )
    }
    case 'empty':
      return <Outcome title={<Trans>No results were found</Trans>} />
    case 'nowhere':
      return <Outcome title={<Trans>None of these answers has a location.</Trans>} />
    case 'no-files':
      return <Outcome title={<Trans>None of these answers has files.</Trans>} />
    case 'too-wide': {
      const { columns } = state
      return (
        <Outcome title={<Trans>These answers need {columns} columns, more than an Excel workbook allows.</Trans>}>
          <Trans>Export a CSV file instead.</Trans>
        </Outcome>
      )
    }
    case 'offline':
      return (
        <Outcome title={noReplyText}>
          <Trans>Could not connect to the server. Export when the connection is back. Your saved work is safe.</Trans>
        </Outcome>
      )
    case 'failed':
      return (
        <Outcome title={<Trans>The file could not be generated. Go back and open the list again.</Trans>}>
          {state.problem !== undefined && problemText(state.problem)}
        </Outcome>
      )
    default:
      return unreachable(state)
  }
}

/** Download of an archive, with its missing files. */
function ArchiveDownload({ name, files, missing }: ArchiveContents & { readonly name: string }) {
  const count = missing.length
  return (
    <>
      <Outcome role="status" tone="received" title={name}>
        <Plural
          value={files}
          one="The ZIP with # file is in your downloads."
          other="The ZIP with # files is in your downloads."
        />
      </Outcome>
      {count > 0 && (
        <Outcome
          title={
            <Plural
              value={count}
              one="# file could not be downloaded. Its name is listed in the ZIP."
              other="# files could not be downloaded. Their names are listed in the ZIP."
            />
          }
        >
          <ul className={`r-breaks ${styles['missing']}`}>
            {missing.slice(0, MAX_NAMED).map((path) => (
              <li key={path}>{path}</li>
            ))}
          </ul>
          {count > MAX_NAMED && <Trans>And more.</Trans>}
        </Outcome>
      )}
    </>
  )
}

type OutcomeProps = {
  readonly title: ReactNode
  readonly children?: ReactNode
  readonly tone?: 'attention' | 'waiting' | 'received'
  readonly role?: 'alert' | 'status'
}

function Outcome({ title, children = null, tone = 'attention', role = 'alert' }: OutcomeProps) {
  return (
    <div role={role}>
      <Banner tone={tone}>
        <strong className="r-block r-breaks">{title}</strong>
        {children}
      </Banner>
    </div>
  )
}

function Bar({ text, percent }: { readonly text: ReactNode; readonly percent: number }) {
  const { t } = useLingui()
  return (
    <div>
      <p role="status">{text}</p>
      <Progress value={percent} aria-label={t`Progress`} />
    </div>
  )
}
