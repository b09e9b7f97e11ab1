import type { ReactNode } from 'react'
import { useParams } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { Button } from '@mantine/core'
import { IconCheckbox } from '@tabler/icons-react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { templateIdSchema, type TemplateId } from '#domain/kernel/index.ts'
import { loadTemplate } from '#local/index.ts'
import {
  EmptyState,
  lazyPart,
  ListScreen,
  ListSkeleton,
  Page,
  PageActions,
  buildTightPageClass,
  useAccount,
  useCan,
  useFormTexts,
  useIsPhone,
  useIsWide,
} from '#ui/index.ts'
import { NewAnswerLink } from './answer-form.tsx'
import { getLineKey, useAnswerColumns } from './answer-columns.tsx'
import { AnswerSplitView } from './beside-list.tsx'
import { useColumnsButton } from './columns/use-chosen-columns.tsx'
import { useQuestionColumns } from './columns/use-question-columns.tsx'
import { ExportAnswersButton } from './export/export-answers.tsx'
import { AnswerFilters } from './filters/answer-filters.tsx'
import { ListFooter } from './filters/list-foot.tsx'
import { hasFilterChips, hasFilters, CLEARED_LIST_FILTERS, type ListFilters } from './filters/list-filters.ts'
import { LIST_ROUTE } from './list-address.ts'
import { LazyAnswersMap } from './map/lazy-answers-map.ts'
import { EventLinks, MapLink, StatisticsLink } from './form-links.tsx'
import { BackToForms, FormNotFound } from './no-form.tsx'
import { SelectionBar } from './states/several-answers.tsx'
import { useSelectMoreAnswers } from './states/use-choose-more.ts'
import { useAnswerSelection } from './states/use-chosen.tsx'
import { canChangeState, KnownStatesContext } from './states/state-cell.tsx'
import { AnswerSteps } from './steps/answer-steps.tsx'
import { useStateDecisions } from './steps/decide.tsx'
import { useFormAnswers } from './use-form-answers.ts'

const FilterChips = lazyPart(async () => (await import('./filters/filter-chips.tsx')).FilterChips)

type AnswersListProps = {
  /** the answer in the URL, rendered beside the list */
  readonly details: ReactNode
}

/** /respuestas/listado/{form}/{answer}: this device's unsent answers, then the server's or, offline, stored answers. */
export function AnswersListScreen({ details }: AnswersListProps) {
  const { id } = useParams({ from: LIST_ROUTE })
  const parsed = templateIdSchema.safeParse(id)
  return parsed.success ? <FormAnswers key={parsed.data} template={parsed.data} details={details} /> : <FormNotFound />
}

function FormAnswers({ template: id, details }: AnswersListProps & { readonly template: TemplateId }) {
  const { t } = useLingui()
  const { local } = useAccount()
  const formText = useFormTexts()
  const can = useCan()
  const { respuesta: chosen } = useParams({ from: LIST_ROUTE })
  const phone = useIsPhone()
  const template = useLiveQuery(async () => (await loadTemplate(local, id)) ?? null, [local, id])
  const {
    search,
    filter,
    asked,
    columns: chosenColumns,
    change,
    server,
    again,
    device,
    here,
    list,
    lines,
  } = useFormAnswers(id)
  const choosing = useAnswerSelection(lines, JSON.stringify(search))
  // Beside an open answer there is no space for bulk actions and question columns.
  const isAlone = chosen === undefined
  const areStatesChangeable = can('complete', 'respuesta') && isAlone && lines.some(canChangeState)
  const choosable = isAlone ? choosing.choosable : []
  const rights = { correct: can('correct', 'respuesta'), complete: can('complete', 'respuesta') }
  const known = template?.estados?.disponibles ?? []
  const decisions = useStateDecisions(lines, again, known)
  const questions = useQuestionColumns(template, isAlone ? chosenColumns.asked : '')
  const isMap = search.vista === 'mapa' && isAlone
  const { table, button, held } = useColumnsButton(isAlone && !isMap ? template : null, list, chosenColumns, questions)
  const columns = useAnswerColumns(lines, {
    questions,
    beside: useIsWide() ? { form: id, chosen } : undefined,
    moving: areStatesChangeable ? decisions : undefined,
    choosing: choosable.length > 0 ? choosing : undefined,
    changing: choosable.length > 0 && (rights.correct || rights.complete) ? rights : undefined,
    byChange: filter.lastUpdateCheck !== undefined,
    // Answers on the device are always sorted latest first.
    sorting: server.kind === 'failed' ? undefined : { search, change },
  })
  const page = server.kind === 'here' ? server.value : null
  const more = useSelectMoreAnswers(asked, page, choosing)
  const namedTemplate = template ?? page?.template ?? null
  // The server has the current states. This device has their translations and colours.
  const states =
    page?.template.states.map(
      (state) => known.find((own) => own.id === state.id && own.nombre === state.nombre) ?? state,
    ) ?? known
  if (template === null && namedTemplate === null && server.kind === 'failed' && server.refused && device?.total === 0)
    return <FormNotFound />

  const head = {
    title: namedTemplate === null ? t`Answers` : formText(namedTemplate, 'titulo'),
    subtitle:
      phone || namedTemplate === null || namedTemplate.descripcion === ''
        ? undefined
        : formText(namedTemplate, 'descripcion'),
    back: <BackToForms />,
    tight: buildTightPageClass(),
  }
  const shown = chosenColumns.asked === '' ? search : { ...search, columnas: chosenColumns.asked }
  const filters = (
    <AnswerFilters
      template={id}
      form={template}
      search={shown}
      states={states}
      change={change}
      isPaid={template?.opcionales.addPaymentGateway === true || lines.some(({ payment }) => payment !== null)}
    >
      {button}
    </AnswerFilters>
  )
  const restriction = hasFilterChips(search, filter) && (
    <FilterChips
      template={template}
      states={states}
      search={search}
      change={change}
      meanwhile={<ListSkeleton rows={1} height={36} />}
    />
  )
  const out = <ExportAnswersButton template={id} filter={filter} narrowed={hasFilters(search)} />
  if (isMap)
    return (
      <Page
        {...head}
        width="full"
        actions={
          <>
            <MapLink isMapShown />
            {out}
          </>
        }
      >
        {filters}
        {restriction}
        <LazyAnswersMap
          template={id}
          areas={template?.areas ?? []}
          search={search}
          filter={filter}
          device={here}
          meanwhile={<ListSkeleton rows={6} label={t`Searching for answers`} />}
        />
      </Page>
    )
  const others = (
    <>
      {/* On phones cards have no header with a "select all" checkbox. */}
      {phone && choosable.length > 1 && choosing.chosen.length === 0 && (
        <Button
          variant="default"
          leftSection={<IconCheckbox size={20} aria-hidden="true" />}
          onClick={() => choosing.chooseAll(true)}
        >
          <Trans>Select all on this page</Trans>
        </Button>
      )}
      <StatisticsLink template={template} search={search} />
      {template?.opcionales.geolocalizacion === true && <MapLink isMapShown={false} />}
      {out}
    </>
  )
  return (
    <KnownStatesContext value={known}>
      <ListScreen
        {...head}
        actions={
          <PageActions primary={<NewAnswerLink template={template} />}>
            {others}
            <EventLinks template={template} />
          </PageActions>
        }
        filters={
          <>
            {filters}
            {restriction}
            <SelectionBar
              template={id}
              chosen={isAlone ? choosing.chosen : []}
              mayMove={areStatesChangeable}
              clear={choosing.clear}
              moved={again}
              more={more}
              decisions={isAlone ? decisions : undefined}
            />
          </>
        }
        list={held}
        retry={again}
        stale={
          server.kind === 'failed' ? (
            <>
              <Trans>Showing the answers stored on this device. Some can be opened only online.</Trans>
              {here !== undefined && here.unknown > 0 && (
                <span className="r-block">
                  <Plural
                    value={here.unknown}
                    one="# answer is left out, because its values are not on this device."
                    other="# answers are left out, because their values are not on this device."
                  />
                </span>
              )}
            </>
          ) : undefined
        }
        label={t`Answers`}
        name={table}
        columns={columns}
        roomy={questions.length > 0 || filter.lastUpdateCheck !== undefined}
        keyOf={getLineKey}
        chosen={(line) => line.id === chosen}
        seeking={t`Searching for answers`}
        empty={<NoAnswers search={search} change={change} goesOn={page?.lookedUpTo !== undefined} />}
        foot={
          page !== null && (lines.length > 0 || page.next !== undefined || page.previous !== undefined) ? (
            <ListFooter page={page} search={search} change={change} />
          ) : undefined
        }
        frame={(part) => (
          <AnswerSplitView
            lines={lines}
            chosen={chosen}
            details={details}
            steps={
              chosen !== undefined && (
                <AnswerSteps
                  lines={lines}
                  chosen={chosen}
                  query={asked}
                  page={page}
                  states={states}
                  mayMove={rights.complete}
                  decisions={decisions}
                />
              )
            }
          >
            {part}
          </AnswerSplitView>
        )}
      />
    </KnownStatesContext>
  )
}

type NoAnswersProps = {
  readonly search: ListFilters
  readonly change: (change: ListFilters) => void
  /** whether more answers remain to be searched */
  readonly goesOn: boolean
}

function NoAnswers({ search, change, goesOn }: NoAnswersProps) {
  if (!hasFilters(search)) return <EmptyState title={<Trans>There are no answers available.</Trans>} />
  const { codigo: query } = search
  return (
    <EmptyState
      title={goesOn ? <Trans>Nothing found so far</Trans> : <Trans>No results found</Trans>}
      action={
        <Button variant="default" onClick={() => change(CLEARED_LIST_FILTERS)}>
          <Trans>See all answers</Trans>
        </Button>
      }
    >
      {query !== undefined && (
        <>
          <p>
            <Trans>No answers match “{query}”.</Trans>
          </p>
          <p>
            <Trans>
              Answers must contain all your words. The beginning of a word is enough. Enter codes and numbers in full.
            </Trans>
          </p>
        </>
      )}
    </EmptyState>
  )
}
