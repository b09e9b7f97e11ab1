import { useState, type ReactNode } from 'react'
import { Button, Group, Progress, Radio, Stack } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import '@mantine/core/styles/Progress.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import type { ExportFormat } from '#documents/index.ts'
import { unreachable, type AnswerId, type TemplateId } from '#domain/kernel/index.ts'
import type { ListFilter } from '#domain/answers/index.ts'
import { Banner, Dialog, useProblemText } from '#ui/index.ts'
import styles from './export.module.css'
import type { Held } from './run-export.ts'
import { useExport, type Exporting } from './use-export.ts'

/** Maximum missing files listed by name; the archive contains all. */
const MAX_NAMED = 20

type ExportDialogProps = {
  readonly template: TemplateId
  /** filter of the list */
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
    // A click outside does not discard an export in progress.
    <Dialog opened onClose={onClose} title={t`Export answers`} closeOnClickOutside={!isUnderway}>
      <Stack gap="md">
        {state.kind === 'asked' ? (
          <Choice narrowed={narrowed} chosen={answers?.length} format={format} choose={setFormat} />
        ) : (
          <Part state={state} />
        )}
        <Group justify="flex-end" gap="xs">
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
                <Verb
                  state={state}
                  run={() => run({ template, filter, format, ...(answers === undefined ? {} : { answers }) })}
                  again={cancel}
                />
              )}
            </>
          )}
        </Group>
      </Stack>
    </Dialog>
  )
}

/** Starts the export, or goes back to the choice of another format. */
function Verb({
  state,
  run,
  again,
}: {
  readonly state: Exporting
  readonly run: () => void
  readonly again: () => void
}) {
  if (state.kind === 'asked')
    return (
      <Button onClick={run}>
        <Trans>Export</Trans>
      </Button>
    )
  const isOfFormat = state.kind === 'too-wide' || state.kind === 'nowhere' || state.kind === 'no-files'
  return (
    <Button onClick={isOfFormat ? again : run}>
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
  if (chosen !== undefined)
    return <Plural value={chosen} one="The # answer that is chosen." other="The # answers that are chosen." />
  return narrowed ? (
    <Trans>The answers that the filters of the list find, all of their pages.</Trans>
  ) : (
    <Trans>
      All answers of this form that you may see and that the server has. With many answers this can be slow: filter the
      list first.
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
          <Radio value="csv" label={t`Text with commas (CSV)`} />
          <Radio value="geojson" label={t`Answers with a place, for maps (GeoJSON)`} />
          <Radio value="kml" label={t`Answers with a place, for Google Earth (KML)`} />
          <Radio value="zip" label={t`Photos, documents and signatures (ZIP)`} />
        </Stack>
      </Radio.Group>
    </>
  )
}

function Part({ state }: { readonly state: Exclude<Exporting, { readonly kind: 'asked' }> }) {
  const textOf = useProblemText()
  const percent = 'percent' in state ? state.percent : 0
  switch (state.kind) {
    case 'taking':
      return <Bar text={<Trans>The answers are being fetched: {percent} %</Trans>} percent={percent} />
    case 'writing':
      return <Bar text={<Trans>The file is being written: {percent} %</Trans>} percent={percent} />
    case 'waiting':
      return (
        <>
          <Outcome role="status" tone="waiting" title={<Trans>Internet connection lost</Trans>}>
            <Trans>
              The server could not be reached. Do not close or reload this page: the export goes on by itself when the
              connection is back.
            </Trans>
          </Outcome>
          <Bar text={<Trans>Fetched so far: {percent} %</Trans>} percent={percent} />
        </>
      )
    case 'done': {
      const { answers, held } = state
      if (held !== undefined) return <Archived name={state.name} {...held} />
      return (
        <Outcome role="status" tone="received" title={state.name}>
          <Plural
            value={answers}
            one="The file is with your downloads. It has # answer."
            other="The file is with your downloads. It has # answers."
          />
        </Outcome>
      )
    }
    case 'empty':
      return <Outcome title={<Trans>No results were found</Trans>} />
    case 'nowhere':
      return <Outcome title={<Trans>None of these answers has a place on the map.</Trans>} />
    case 'no-files':
      return <Outcome title={<Trans>None of these answers has a file.</Trans>} />
    case 'too-wide': {
      const { columns } = state
      return (
        <Outcome title={<Trans>These answers need {columns} columns, more than a workbook has.</Trans>}>
          <Trans>A CSV file has room for them.</Trans>
        </Outcome>
      )
    }
    case 'offline':
      return (
        <Outcome title={<Trans>Internet connection lost</Trans>}>
          <Trans>The server could not be reached. An export needs a connection; what you have saved is safe.</Trans>
        </Outcome>
      )
    case 'failed':
      return (
        <Outcome
          title={<Trans>An error occurred while generating the file, please go back and enter the list again</Trans>}
        >
          {state.problem !== undefined && textOf(state.problem)}
        </Outcome>
      )
    default:
      return unreachable(state)
  }
}

/** Download of an archive, with its missing files. */
function Archived({ name, files, missing }: Held & { readonly name: string }) {
  const count = missing.length
  return (
    <>
      <Outcome role="status" tone="received" title={name}>
        <Plural
          value={files}
          one="The file is with your downloads. # file is in it."
          other="The file is with your downloads. # files are in it."
        />
      </Outcome>
      {count > 0 && (
        <Outcome
          title={
            <Plural
              value={count}
              one="# file could not be obtained. It is named in the archive, too."
              other="# files could not be obtained. They are named in the archive, too."
            />
          }
        >
          <ul className={`r-breaks ${styles['missing']}`}>
            {missing.slice(0, MAX_NAMED).map((path) => (
              <li key={path}>{path}</li>
            ))}
          </ul>
          {count > MAX_NAMED && <Trans>And others.</Trans>}
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
