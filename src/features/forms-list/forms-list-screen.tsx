import { NativeSelect, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useLiveQuery } from 'dexie-react-hooks'
import { Trans, useLingui } from '@lingui/react/macro'
import { FORMS_PAGE_SIZE } from '#domain/kernel/index.ts'
import { pickPage } from '#domain/search/index.ts'
import { listLocalAreas, listDrafts, listFormSummaries, readMeta } from '#local/index.ts'
import {
  lazyPart,
  toLoadablePage,
  ListScreen,
  useAccount,
  useCan,
  useFormats,
  useFormTexts,
  useListAddress,
} from '#ui/index.ts'
import {
  listAreaChoices,
  filterForms,
  listMunicipalityChoices,
  findDuplicateTitles,
  groupByKey,
  type FormsFilter,
  type AreaChoice,
  type PlaceChoice,
} from './find-forms.ts'
import type { FormDialogRequest } from './form-dialogs.tsx'
import { focusFormMenu } from './form-menu-button.tsx'
import { useFormColumns } from './form-columns.tsx'
import styles from './forms-list.module.css'

/** Loaded on demand, as most accounts have forms. */
const NoForms = lazyPart(async () => (await import('./no-forms.tsx')).EmptyFormsList)

/** Loaded on demand, for users who edit forms. */
const LazyUnpublishedForms = lazyPart(async () => (await import('./unpublished-forms.tsx')).UnpublishedForms)

/** Loaded on demand, for users who create forms. */
const LazyNewForm = lazyPart(async () => (await import('./unpublished-forms.tsx')).NewFormLinks)

/** Loaded on demand, as most users have no drafts. */
const DraftNote = lazyPart(async () => (await import('./draft-note.tsx')).DraftNote)

/** Loaded on demand, as few addresses have the code of an answer. */
const SavedMessage = lazyPart(async () => (await import('./draft-note.tsx')).SavedMessage)

/** Loaded on demand. */
const FormDialogs = lazyPart(async () => (await import('./form-dialogs.tsx')).FormDialogs)

/** /listar: all forms of the account's areas, read from the device, online and offline. */
export function FormsListScreen() {
  const { t } = useLingui()
  const { local, sync } = useAccount()
  const { search, filter: setFilter } = useListAddress<FormsSearch>()
  const can = useCan()
  const formats = useFormats()
  const formText = useFormTexts()
  const [chosen, setAsked] = useState<FormDialogRequest | null>(null)
  const device = useLiveQuery(async () => {
    const [forms, areas, pulledAt, failed, drafts] = await Promise.all([
      listFormSummaries(local),
      listLocalAreas(local),
      readMeta(local, 'pulledAt'),
      readMeta(local, 'firstPullFailed'),
      listDrafts(local),
    ])
    return {
      forms,
      areas,
      drafts: drafts.filter(({ change }) => change === undefined),
      pulled: pulledAt !== undefined,
      failed: failed === true,
    }
  }, [local])

  const filter: FormsFilter = {
    name: search.nombre ?? '',
    municipality: search.municipio ?? '',
    area: search.area ?? '',
  }
  // The URL can request a copy. Links about forms that are locked by answers use this.
  const copied = device?.forms.find(({ id, deleted }) => id === search.copiar && !deleted)
  const dialogRequest: FormDialogRequest | null =
    chosen ??
    (copied !== undefined && can('duplicate', { kind: 'formulario', document: copied })
      ? { kind: 'duplicate', template: copied }
      : null)
  const close = (): void => {
    setAsked(null)
    if (search.copiar !== undefined) setFilter({ copiar: '' })
  }
  const dialogFormId = dialogRequest?.template.id
  // Restores the focus when a dialog closes, as the menu item that opened it no longer exists.
  useEffect(() => {
    if (dialogFormId === undefined) return
    return () => void setTimeout(() => focusFormMenu(dialogFormId))
  }, [dialogFormId])
  const actions = can('create', 'formulario') && <LazyNewForm />

  const known = device ?? NOTHING_YET
  const forms = filterForms(known.forms, filter, (template) => formText(template, 'titulo'))
  const page = pickPage(forms, search.pagina ?? 1, useFittingRows())
  const municipalities = listMunicipalityChoices(known.areas)
  const names = new Map<string, string>(known.areas.map(({ path, nombre }) => [path, nombre]))
  const columns = useFormColumns({
    names,
    municipalities,
    paid: forms.some(({ template }) => template.opcionales.addPaymentGateway),
    shared: findDuplicateTitles(forms),
    drafts: known.drafts,
    ask: setAsked,
  })

  return (
    <>
      <ListScreen
        title={t`Forms`}
        roomy
        actions={actions}
        above={
          <>
            {search.respuesta !== undefined && <SavedMessage code={search.respuesta} />}
            {known.drafts.map((draft) => (
              <DraftNote key={draft.id} draft={draft} />
            ))}
            {can('update', 'formulario') && <LazyUnpublishedForms />}
          </>
        }
        filters={
          device !== undefined && (
            <FormsFilters
              filter={filter}
              municipalities={municipalities}
              areas={listAreaChoices(known.forms, (path) => names.get(path), filter.municipality)}
              change={({ name, municipality, area }) =>
                setFilter({
                  ...(name !== undefined && { nombre: name }),
                  ...(municipality !== undefined && { municipio: municipality }),
                  ...(area !== undefined && { area }),
                })
              }
            />
          )
        }
        list={toLoadablePage(device && page)}
        label={t`Forms`}
        name="forms"
        columns={columns}
        keyOf={({ template }) => template.id}
        empty={
          <NoForms
            filter={filter}
            any={known.forms.length > 0}
            pulled={known.pulled}
            failed={known.failed}
            retry={() => sync.sendNow()}
            clear={() => setFilter({ nombre: '', municipio: '', area: '' })}
          />
        }
        foot={
          <p className="r-figures" role="status">
            <Trans>Total forms: {formats.number(page.total)}</Trans>
          </p>
        }
      />
      {dialogRequest !== null && (
        <FormDialogs
          key={`${dialogRequest.kind} ${dialogRequest.template.id}`}
          request={dialogRequest}
          areas={known.areas}
          onClose={close}
        />
      )}
    </>
  )
}

/** Number of forms per page: as many as fit the window, but at least `FORMS_PAGE_SIZE`. Narrow windows show cards. */
function useFittingRows(): number {
  const [rows, setRows] = useState(countFittingRows)
  useEffect(() => {
    const follow = (): void => setRows(countFittingRows())
    addEventListener('resize', follow)
    return () => removeEventListener('resize', follow)
  }, [])
  return rows
}

function countFittingRows(): number {
  return innerWidth < MIN_TABLE_WIDTH_PX
    ? FORMS_PAGE_SIZE
    : Math.max(FORMS_PAGE_SIZE, Math.floor((innerHeight - SURROUNDING_HEIGHT_PX) / ROW))
}

/** Pixels: minimum width of a table, height of everything around the rows, height of a row. */
const [MIN_TABLE_WIDTH_PX, SURROUNDING_HEIGHT_PX, ROW] = [1024, 340, 52]

type FormsSearch = {
  readonly nombre?: string
  readonly municipio?: string
  readonly area?: string
  readonly respuesta?: string
  readonly copiar?: string
}

/** Value while reading from the device. */
const NOTHING_YET = { forms: [], areas: [], drafts: [], pulled: false, failed: false }

type FormsFiltersProps = {
  readonly filter: FormsFilter
  /** the account's municipalities; the filter is shown if there are several (part 1, point 2) */
  readonly municipalities: readonly PlaceChoice[]
  readonly areas: readonly AreaChoice[]
  readonly change: (change: Partial<FormsFilter>) => void
}

export function FormsFilters({ filter, municipalities, areas, change }: FormsFiltersProps) {
  const { t } = useLingui()
  const several = municipalities.length > 1
  const all = { value: '', label: t`All` }
  const allMunicipalities = { value: '', label: t({ message: 'All', context: 'municipalities' }) }
  return (
    <search className={`r-row r-gap-16 r-low ${styles['filters']}`}>
      <TextInput
        type="search"
        label={t`Form name`}
        leftSection={<IconSearch size={20} aria-hidden="true" />}
        value={filter.name}
        onChange={(event) => change({ name: event.currentTarget.value.trimStart() })}
      />
      {several && (
        <NativeSelect
          label={t`Municipality`}
          value={filter.municipality}
          // Resets the area, which belongs to the previous municipality.
          onChange={(event) => change({ municipality: event.currentTarget.value, area: '' })}
          data={[allMunicipalities, ...municipalities.map(toSelectOption)]}
        />
      )}
      <NativeSelect
        label={t`Area`}
        value={filter.area}
        onChange={(event) => change({ area: event.currentTarget.value })}
        data={[
          all,
          ...(several && filter.municipality === '' ? groupAreas(areas, municipalities) : areas.map(toSelectOption)),
        ]}
      />
    </search>
  )
}

function toSelectOption({ path, name }: PlaceChoice): { readonly value: string; readonly label: string } {
  return { value: path, label: name }
}

/** Groups areas by municipality, as areas of different cities often have the same name. */
function groupAreas(areas: readonly AreaChoice[], municipalities: readonly PlaceChoice[]) {
  return groupByKey(areas, ({ municipality }) => municipality).map(([municipality, items]) => ({
    group: municipalities.find(({ path }) => path === municipality)?.name ?? '',
    items: items.map(toSelectOption),
  }))
}
